"""Clearances of an assembly of meshes, as a CAD export has them, with the proof of each number.

Prints every pair of parts that is closer than 1 mm, and saves the assembly for the tool and for next time.
Lengths are in millimetres. Run: python cad_clearance.py [mesh or scene files]
"""
from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import graze as gz

CLEARANCE = 1.0


def mesh(shape: gz.Shape) -> gz.Mesh:
    """A solid mesh, as a file would give it."""
    return gz.Mesh(*shape.triangles_for_display(1e-3), kind="solid")


def assembly() -> gz.Scene:
    """A plate, a shaft that does not quite touch it, and a key that sits too deep in the shaft."""
    scene = gz.Scene()
    scene.add("plate", mesh(gz.Box([40, 40, 5])))
    scene.add("shaft", mesh(gz.Cylinder(10, 25)), pose=[0, 0, 30.2, 1, 0, 0, 0])
    scene.add("key", mesh(gz.Box([2, 2, 12])), pose=[11.5, 0, 32, 1, 0, 0, 0])
    scene.add("cover", mesh(gz.Box([40, 40, 1])), pose=[0, 0, 60, 1, 0, 0, 0])
    return scene


def main() -> None:
    scene = gz.Scene.load(*sys.argv[1:]) if len(sys.argv) > 1 else assembly()
    for name, item in scene.items():
        report = gz.doctor(item.shape) if isinstance(item.shape, gz.Mesh) else None
        if report is not None and report.findings:
            print(f"{name}: {report.findings[0][2]}")
    for clash in scene.clashes(clearance=CLEARANCE):
        gap = clash.separation
        kind = "clash, depth" if gap.upper < 0 else "gap"
        checked = "verified" if gap.verify() else "bounds without a proof of their own"
        size = abs(gap.lower + gap.upper) / 2
        print(f"{clash.a} - {clash.b}: {kind} {size:.4f} mm +- {(gap.upper - gap.lower) / 2:.1e}, {checked}")
    closest = scene.closest()
    assert closest is not None
    print(f"closest: {closest.a} and {closest.b}")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "assembly.json"
        gz.io.save(scene, file)
        assert list(gz.Scene.load(file)) == list(scene)
        print(f"saved {len(scene)} parts, {file.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main()
