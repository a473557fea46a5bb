"""What scenes do when objects collide: responses by class, what they get, and what they may do meanwhile."""
import gc
import weakref

import numpy as np
import pytest

import graze as gz


def at(x, y=0.0, z=0.0):
    return [x, y, z, 1, 0, 0, 0]


@pytest.fixture
def row():
    """Balls a, b, c, d: each overlaps the next by 0.2."""
    scene = gz.Scene(threads=2)
    for i, name in enumerate("abcd"):
        scene.add(name, gz.Sphere(0.6), pose=at(i))
    return scene


def names(found):
    return [(hit.a, hit.b) for hit in found]


def test_each_type_brings_what_it_requests(row):
    for kind in gz.ResponseType:
        table, found = gz.ResponseTable(), []
        response = table.add_default(found.append, type=kind.name)
        assert table.type(response) is kind and row.respond(table) == 3
        assert names(found) == [("a", "b"), ("b", "c"), ("c", "d")]
        for hit in found:
            assert hit.computed is kind and (hit.common is None) == (kind is gz.ResponseType.simple)
            assert (hit.separation is None) == (kind is not gz.ResponseType.depth)
            assert hit.common is None or (hit.common.verify() and hit.common.a == row[hit.a].placed)
            if hit.separation is not None:
                assert hit.separation.lower <= -0.2 + 1e-12 and hit.separation.upper >= -0.2 - 1e-12
                assert np.allclose(hit.separation.normal, [1, 0, 0]) and hit.separation.verify()


def test_the_narrower_level_decides(row):
    table, calls = gz.ResponseTable(), []
    hard, soft = table.make_class(), table.make_class()
    table.assign(row["a"], soft)
    table.assign(row["b"], hard)
    table.assign(row["c"], hard)
    assert table.class_of(row["a"]) == soft != hard and table.class_of(row["d"]) is None
    every = table.add_default(lambda hit: calls.append(("every", hit.a, hit.b)))
    of_hard = table.add_class(hard, lambda hit: calls.append(("hard", hit.a, hit.b)))
    pair = table.add_pair(hard, soft, lambda hit: calls.append(("pair", hit.a, hit.b)))
    assert row.respond(table) == len(calls) == 7
    # In order of the classes, of which none counts as the first.
    assert calls == [("every", "b", "a"), ("hard", "b", "a"), ("pair", "b", "a"), ("every", "b", "c"),
                     ("hard", "b", "c"), ("every", "d", "c"), ("hard", "d", "c")]
    assert table.responses(hard, soft) == [every, of_hard, pair] and table.responses(None, None) == [every]
    calls.clear()
    only = table.override_pair(hard, hard, lambda hit: calls.append(("only", hit.a, hit.b)))
    table.remove_pair(hard, soft, every)
    row.respond(table)
    assert ("only", "b", "c") in calls and not any(c[1:] == ("b", "c") and c[0] != "only" for c in calls)
    assert ("every", "b", "a") not in calls and ("pair", "b", "a") in calls
    table.clear_pair(hard, hard)
    assert table.responses(hard, hard) == [every, of_hard] and only in table
    table.add_pair(soft, soft, of_hard)
    assert of_hard in table.responses(soft, soft)
    table.forget(of_hard)
    assert of_hard not in table and of_hard not in table.responses(soft, soft)
    table.unassign(row["a"])
    assert table.class_of(row["a"]) is None
    table.clear_class(hard)
    table.clear_default()
    assert table.responses(None, hard) == [] and "2 classes" in repr(table)


def test_false_ends_the_round_and_exceptions_come_out(row):
    table, found = gz.ResponseTable(), []

    def once(hit):
        found.append(hit)
        return False
    table.add_default(once)
    assert row.respond(table) == 1 and names(found) == [("a", "b")]
    table = gz.ResponseTable()
    fault = KeyError("mine")

    def raising(hit):
        raise fault
    table.add_default(raising)
    with pytest.raises(KeyError) as caught:
        row.respond(table)
    assert caught.value is fault and row.pairs() == [("a", "b"), ("b", "c"), ("c", "d")]


def test_responses_may_change_and_ask_the_scene(row):
    table, found, rays = gz.ResponseTable(), [], []
    down = [[i % 4, 0, 5] for i in range(3200)]

    def away(hit):
        found.append((hit.a, hit.b, len(row.pairs()), row.closest(hit.b).a))
        rays.extend(ray.name for ray in row.raycasts(down, [0, 0, -1]))
        if hit.b == "b":
            row["b"].pose = at(1, 9)
            row.remove("d")
            row.add("e", gz.Sphere(0.6), pose=at(0.5))
            row.respond(inner)
    inner, inside = gz.ResponseTable(), []
    inner.add_default(inside.append)
    table.add_default(away)
    assert row.respond(table) == 1 and found == [("a", "b", 3, "a")]
    assert rays == ["a", "b", "c", "d"] * 800
    assert names(inside) == [("a", "e")]
    assert list(row) == ["a", "b", "c", "e"] and row.raycast([0.5, 0, 5], [0, 0, -1]).name == "e"


def test_other_threads_wait_for_the_round(row):
    import threading
    table, order = gz.ResponseTable(), []
    thread = threading.Thread(target=lambda: (row.pairs(), order.append("asked")))

    def slow(hit):
        if not thread.ident:
            thread.start()
        thread.join(0.05)
        order.append(hit.a)
    table.add_default(slow)
    row.respond(table)
    thread.join()
    assert sorted(order) == ["a", "asked", "b", "c"] and order[-1] == "asked"


def test_a_table_forgets_a_response_that_a_response_forgets(row):
    table, calls = gz.ResponseTable(), []
    later = table.add_default(lambda hit: calls.append("later"))

    def first(hit):
        calls.append("first")
        if later in table:
            table.forget(later)
    table.add_default(first)
    assert row.respond(table) == 4 and calls == ["later", "first", "first", "first"]


def test_tables_refuse_what_is_not_theirs(row):
    table, other = gz.ResponseTable(), gz.ResponseTable()
    mine, foreign = table.make_class(), other.make_class()
    response = other.add_default(print)
    for call, kind, text in (
            (lambda: table.add_class(foreign, print), ValueError, "c: a class of another table"),
            (lambda: table.add_pair(mine, 3, print), TypeError, "d: a ResponseClass"),
            (lambda: table.add_default(response), ValueError, "response: forgotten, or of another table"),
            (lambda: table.add_default(3), TypeError, "response: a function is needed, not int"),
            (lambda: table.add_default(print, type="deep"), ValueError, "type: 'simple', 'witnessed' or"),
            (lambda: table.remove_default(print), TypeError, "response: a ResponseId"),
            (lambda: table.assign("a", mine), TypeError, "item: an object of a scene"),
            (lambda: row.respond(None), TypeError, "table: a ResponseTable")):
        with pytest.raises(kind) as caught:
            call()
        assert text in str(caught.value)
    table.assign(row["a"], mine)
    assert mine != foreign and table.class_of(row["a"]) == mine


def test_functions_are_released_with_their_table(row):
    class Log:
        def __call__(self, hit):
            self.table = table  # a cycle
    table = gz.ResponseTable()
    log = Log()
    table.add_default(log)
    row.respond(table)
    kept = weakref.ref(log)
    del log, table
    gc.collect()
    assert kept() is None


def boxes(count, seed):
    draw = np.random.default_rng(seed)
    poses = np.tile(np.eye(4), (count, 1, 1))
    poses[:, :3, 3] = draw.uniform(-4, 4, (count, 3))
    return poses, draw.uniform(-6, 6, (count, 3))


def test_steady_contacts_agree_with_casts():
    box, wall = gz.Box([0.5, 0.4, 0.3]), gz.Box([1, 1, 0.2])
    poses, velocities = boxes(200, 1)
    contacts = gz.steady_contact(wall, box, velocity_b=velocities, b_pose=poses, threads=2)
    casts = gz.translational_cast(wall, box, velocities, b_pose=poses)
    assert np.array_equal(contacts.hit, casts.hit) and 0.05 < casts.hit.mean() < 0.9
    hit = casts.hit
    assert np.allclose(contacts.first.lower[hit], casts.lower[hit], atol=1e-6)
    assert (contacts.last.upper[hit] >= contacts.first.lower[hit]).all()
    i = int(np.flatnonzero(hit)[0])
    one = gz.steady_contact(wall, box, velocity_b=velocities[i], b_pose=poses[i])
    assert one.first.lower == contacts.first.lower[i] and np.array_equal(one.point, contacts.point[i])
    assert one.status is gz.Status.converged
    # Swapping the pair flips the answer.
    flipped = gz.steady_contact(box, wall, velocity_a=velocities[i], a_pose=poses[i])
    assert np.allclose(flipped.normal, -one.normal) and np.allclose(flipped.normal_a, one.normal_b)
    # Only the difference of velocities counts, but for where.
    shifted = gz.steady_contact(wall, box, [1, 0, 0], velocities[i] + [1, 0, 0], b_pose=poses[i])
    assert abs(shifted.first.lower - one.first.lower) < 1e-9


def test_steady_contacts_of_triangles():
    wall = gz.Triangle([0, -1, -1], [0, 1, -1], [0, 0, 2])
    spike = gz.Triangle([0, 0, 0], [1, 0.1, 0], [1, -0.1, 0])
    hit = gz.steady_contact(wall, spike, velocity_b=[-2, 0, 0], b_pose=at(1))
    assert hit.hit and hit.first.contains(0.5) and hit.unique and np.allclose(hit.point, [0, 0, 0])
    ball = gz.steady_contact(gz.Box([1, 1, 1]), wall, velocity_b=[-2, 0, 0], b_pose=at(2))
    assert ball.first.contains(0.5) and np.allclose(ball.normal, [1, 0, 0])
    for call, kind, text in (
            (lambda: gz.steady_contact(wall, gz.Sphere(1)), TypeError, "b: a Box or a Triangle"),
            (lambda: gz.steady_contact([wall, gz.Cone(1, 1)], spike), TypeError, r"a[1]: a Box"),
            (lambda: gz.steady_contact(wall, spike, np.eye(3)[:2], np.eye(3)), ValueError, "velocity_b: 3"),
            (lambda: gz.steady_contact(wall, spike, velocity_a=[np.nan, 0, 0]), ValueError, "velocity_a")):
        with pytest.raises(kind) as caught:
            call()
        assert text in str(caught.value)
