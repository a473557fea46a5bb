"""The page of Scene.show, pictures, docs/python.md, scripts and notebook of examples/python, and types."""
import base64
import html
import json
import os
import re
import shutil
import subprocess
import sys
import zlib
from pathlib import Path

import matplotlib
import numpy as np
import pytest
from conftest import CUBE_FACES, CUBE_VERTICES

import graze as gz

matplotlib.use("Agg")
HERE = Path(__file__).resolve().parent
# Beside the tests, as tools/python_wheel.sh copies them, or in the checkout.
README = next(p for p in (HERE.parent / "README.md", HERE.parents[1] / "README.md")
              if p.is_file() and "From Python" in p.read_text(encoding="utf-8"))
EXAMPLES = next(p for p in (HERE.parent / "examples", HERE.parents[1] / "examples" / "python") if p.is_dir())
GUIDE = next(p for p in (HERE.parent / "python.md", HERE.parents[1] / "docs" / "python.md") if p.is_file())
ENVIRONMENT = {**os.environ, "MPLBACKEND": "Agg", "PYTHONDONTWRITEBYTECODE": "1",
               "PYTHONPATH": str(Path(gz.__file__).parents[1])}
AT = [1, 0, 0, 0]


def run(*arguments, folder, seconds=120):
    done = subprocess.run([sys.executable, *map(str, arguments)], cwd=folder, env=ENVIRONMENT,
                          capture_output=True, text=True, timeout=seconds, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def scene():
    cube = gz.Mesh(CUBE_VERTICES, CUBE_FACES, kind="solid")
    scene = gz.Scene()
    scene.add("cube </script><b>&", cube)
    scene.add("twin", cube, pose=[0.9, 0.1, 0, *AT])
    scene.add("ball", gz.Sphere(0.5), pose=[0.5, 0.5, 1.7, *AT])
    scene.add("floor", gz.HalfSpace([0, 0, 1], -3))
    return scene


def data_of(page):
    """What the view reads: the JSON, and the inflated bytes."""
    text = re.search(r'id="report-data">(.*?)</script>', page.html, re.DOTALL)[1]
    packed = re.search(r'id="report-bytes">(.*?)</script>', page.html, re.DOTALL)[1]
    return json.loads(text), zlib.decompress(base64.b64decode(packed), -15)


def test_a_scene_is_shown_as_a_page(scene):
    page = scene.show(clearance=0.35, title="a <b> c", browser=False)
    report, data = data_of(page)
    assert [part["name"] for part in report["parts"]] == list(scene)
    assert [part["geometry"] for part in report["parts"]] == [0, 0, 1, 2]  # equal shapes share triangles
    assert [part["endless"] for part in report["parts"]] == [False, False, False, True]
    assert report["parts"][1]["pose"] == [1, 0, 0, 0, 1, 0, 0, 0, 1, 0.9, 0.1, 0]
    (clash,), near = report["clashes"], report["nearMisses"]
    assert (clash["a"], clash["b"], clash["relation"]) == (0, 1, "overlapping")
    assert clash["depth"][0] <= 0.1 <= clash["depth"][1] and clash["proof"]["check"] == "verified"
    assert clash["curve"]["segments"] > 0 and clash["contactCount"] == len(clash["contacts"]) > 0
    assert [(row["a"], row["b"]) for row in near] == [(0, 2), (1, 2)]
    for row, exact in zip(near, (0.2, np.hypot(0.4, 0.7) - 0.5)):
        assert row["distance"][0] - 1e-12 <= exact <= row["distance"][1] + 1e-12 and row["clearance"] == 0.35
    cube = report["geometries"][0]
    corners = np.frombuffer(data, "<f4", 3 * cube["vertices"], cube["offset"]).reshape(-1, 3) + cube["centre"]
    faces = np.frombuffer(data, "<u4", 3 * cube["triangles"], cube["indices"]).reshape(-1, 3)
    assert np.array_equal(corners[faces], CUBE_VERTICES[CUBE_FACES])
    # names and titles cannot become markup, and nothing can be loaded
    assert "<b>" not in page.html and page.html.count("</script>") == 3
    assert "default-src 'none'" in page.html and "http://" not in re.sub(r"<script>.*", "", page.html)


def test_a_page_is_shown_in_cells_saved_and_opened(scene, tmp_path, monkeypatch):
    page = scene.show(browser=False)
    cell = page._repr_html_()
    assert cell.startswith("<iframe sandbox=") and page.html in html.unescape(cell)
    page.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == page.html
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    assert repr(scene.show(title="one")) == "<Page of one>"  # outside of notebooks a browser opens
    assert len(opened) == 1
    assert Path(opened[0].removeprefix("file://")).read_text("utf-8").endswith("</html>\n")
    assert gz.Scene().show(browser=False).html.startswith("<!doctype html>")


def test_the_page_starts_in_a_browser(scene, tmp_path):
    chromium = shutil.which("chromium")
    if chromium is None or "The 3D view is missing" in scene.show(browser=False).html:
        pytest.skip("no chromium, or built without npm")
    scene.show(clearance=0.3, browser=False).save(tmp_path / "page.html")
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--use-gl=angle", "--use-angle=swiftshader",
             "--enable-unsafe-swiftshader", "--disable-dev-shm-usage", "--virtual-time-budget=4000"]
    dom = subprocess.run([chromium, *flags, f"--user-data-dir={tmp_path}/profile", "--dump-dom",
                          f"file://{tmp_path}/page.html"],
                         capture_output=True, text=True, timeout=120, check=True)
    assert 'data-view="on"' in dom.stdout and "twin" in dom.stdout


def test_pictures():
    gap = gz.separation(gz.Box([0.5, 0.5, 0.5]), gz.Sphere(0.5), b_pose=[2, 0, 0, *AT])
    axes = gap.plot(view=(20, 30))
    assert len(axes.collections) == 3 and len(axes.lines) == 1  # two shapes, a plane; the witness segment
    assert (axes.elev, axes.azim) == (20, 30) and "distance in" in axes.get_title()
    again = gz.separation(gz.Box([0.5, 0.5, 0.5]), gz.Sphere(0.5), b_pose=[0.9, 0, 0, *AT]).plot(axes=axes)
    assert again is axes and len(axes.collections) == 5  # an overlap has no plane
    box = gz.Box([1, 1, 1])
    assert [len(gz.plot(shapes).collections) for shapes in (box, gz.Placed(box), [box, gz.Placed(box)])] == [
        1, 1, 2]
    figures = len(matplotlib.pyplot.get_fignums())
    cell = gap._repr_html_()
    picture = base64.b64decode(re.search(r'src="data:image/png;base64,([^"]+)"', cell)[1])
    assert picture.startswith(b"\x89PNG") and "verified" in cell and "0.99" in cell
    assert len(matplotlib.pyplot.get_fignums()) == figures  # a cell shows one picture, not a second one
    scene = gz.Scene()
    scene.add("floor", gz.HalfSpace([0, 0, 1]))
    scene.add("ball", gz.Sphere(1), pose=[0, 0, 2, *AT])
    assert len(scene.plot().collections) == 2
    matplotlib.pyplot.close("all")


def sample_files(folder):
    lines = ["solid part"]
    for triangle in CUBE_VERTICES[CUBE_FACES]:
        lines += ["facet normal 0 0 0", "outer loop", *(f"vertex {x} {y} {z}" for x, y, z in triangle),
                  "endloop", "endfacet"]
    (folder / "part.stl").write_text("\n".join([*lines, "endsolid part"]) + "\n")
    (folder / "arm.urdf").write_text("""<robot name="arm">
      <link name="base"><collision><geometry><box size="1 1 1"/></geometry></collision></link></robot>""")


def blocks_of(page, folder):
    """The Python blocks of a page, one after the other, as a script."""
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    (folder / "blocks.py").write_text("\n".join(blocks), encoding="utf-8")
    return len(blocks)


def test_the_block_of_the_readme_runs(tmp_path):
    assert blocks_of(README, tmp_path) == 1
    printed = run("blocks.py", folder=tmp_path)
    assert "True" in printed and "8000 of them overlap" in printed


def test_the_blocks_of_the_guide_run(tmp_path):
    assert blocks_of(GUIDE, tmp_path) >= 10
    sample_files(tmp_path)
    printed = run("blocks.py", folder=tmp_path)
    assert "b_pose[17]: not a rotation, det = 0.83" in printed and "(False, set())" in printed
    assert (tmp_path / "scene.html").stat().st_size > 1000 and (tmp_path / "gap.png").stat().st_size > 1000


SCRIPTS = {
    "robot_cell.py": "8 of 14 postures keep 20 mm from everything",
    "cad_clearance.py": "plate - shaft: gap 0.2000 mm",
    "grasps.py": "20000 grasps: ",
    "distance_field.py": "13824 points",
    "moving_parts.py": "the saw hits the sheet: True",
    "robot_path.py": "is free, verified: True",
}


@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.glob("*.py")))
def test_scripts(name, tmp_path):
    printed = run(EXAMPLES / name, folder=tmp_path)
    assert SCRIPTS[name] in printed and "verified: False" not in printed


def test_the_notebook_runs(tmp_path):
    pytest.importorskip("nbconvert")
    pytest.importorskip("ipykernel")
    notebook = json.loads((EXAMPLES / "tour.ipynb").read_text(encoding="utf-8"))
    assert all(cell["cell_type"] == "markdown" or cell["execution_count"] for cell in notebook["cells"])
    assert not re.search(r"/(work|tmp|home|usr)/", json.dumps(notebook))
    kernel = tmp_path / "jupyter" / "kernels" / "python3"  # of this environment: Debian's is /usr/bin/python3
    kernel.mkdir(parents=True)
    (kernel / "kernel.json").write_text(json.dumps({
        "argv": [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"],
        "display_name": "Python 3", "language": "python"}))
    shutil.copy(EXAMPLES / "tour.ipynb", tmp_path / "tour.ipynb")
    environment = {**ENVIRONMENT, "JUPYTER_PATH": str(tmp_path / "jupyter"), "HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-m", "nbconvert", "--execute", "--to", "notebook", "--output", "run", "tour.ipynb"],
        cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=180, check=False)
    assert done.returncode == 0, done.stderr

    def texts(cells):
        return [text for cell in cells if cell["cell_type"] == "code" for output in cell["outputs"]
                if output["output_type"] == "stream" for text in [*output["text"]]]
    again = json.loads((tmp_path / "run.ipynb").read_text(encoding="utf-8"))
    assert texts(again["cells"]) == texts(notebook["cells"])  # what is printed in the file is still true


def test_types_of_examples_and_stubs(tmp_path):
    pytest.importorskip("mypy")
    scripts = sorted(EXAMPLES.glob("*.py"))
    checked = run("-m", "mypy", "--strict", "--cache-dir", tmp_path / "cache", *scripts, folder=tmp_path)
    assert f"no issues found in {len(scripts)} source files" in checked
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import graze as gz\ngz.Sphere('1')\nm = gz.CollisionManager()\n"
                     "m.in_collision_internal() + ''\n"
                     "gz.separation(gz.Sphere(1), gz.Sphere(1), b_pose=[1, 0, 0, 1, 0, 0, 0]).gap\n")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path / "cache", wrong]
    done = subprocess.run(command, cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert done.stdout.count("error:") == 3  # the types are not Any
    run("-m", "mypy.stubtest", "graze", "--concise", "--ignore-unused-allowlist",
        "--allowlist", HERE / "stubtest_allowlist.txt", folder=tmp_path)
