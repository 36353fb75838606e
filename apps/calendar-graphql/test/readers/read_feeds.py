"""Reads feeds with icalendar and recurring_ical_events, or with khal, for ../feed-readers.e2e-spec.ts.

Standard input: JSON {"reader": name, "cases": [{"id", "text", "from", "to"}]}, instants in seconds.
Standard output: JSON {id: [[start, end, title]]} or {id: "error"}. Times are seconds, dates are "YYYY-MM-DD".
"""

import datetime
import json
import logging
import signal
import sys

SECONDS_PER_CASE = 20
MARGIN = datetime.timedelta(days=3)
UTC = datetime.timezone.utc


def written(value):
    if isinstance(value, datetime.datetime):
        return int(value.timestamp())
    return value.isoformat()


def bounds(case):
    first = datetime.datetime.fromtimestamp(case["from"], UTC) - MARGIN
    last = datetime.datetime.fromtimestamp(case["to"], UTC) + MARGIN
    return first, last


def by_recurring_ical_events(case):
    import icalendar
    import recurring_ical_events

    calendar = icalendar.Calendar.from_ical(case["text"])
    first, last = bounds(case)
    events = recurring_ical_events.of(calendar).between(first, last)
    found = []
    for event in events:
        start = event["DTSTART"].dt
        if "DTEND" in event:
            end = event["DTEND"].dt
        else:
            end = start + (event["DURATION"].dt if "DURATION" in event else datetime.timedelta())
        found.append([written(start), written(end), str(event["SUMMARY"])])
    return found


def by_khal(case):
    import pytz
    from khal.khalendar.backend import SQLiteDb

    locale = {"default_timezone": pytz.UTC, "local_timezone": pytz.UTC}
    database = SQLiteDb(["feed"], ":memory:", locale)
    database.update(case["text"], href="feed.ics", calendar="feed")
    first, last = bounds(case)
    timed = database.get_localized(first, last)
    found = [[int(start.timestamp()), int(end.timestamp()), None] for _, _, start, end, *_ in timed]
    naive = [bound.replace(tzinfo=None) for bound in (first, last)]
    for _, _, start, end, *_ in database.get_floating(*naive):
        days = [bound.date() if isinstance(bound, datetime.datetime) else bound for bound in (start, end)]
        found.append([days[0].isoformat(), days[1].isoformat(), None])
    return found


READERS = {"recurring_ical_events": by_recurring_ical_events, "khal": by_khal}


def stop(_signal, _frame):
    raise TimeoutError(f"takes longer than {SECONDS_PER_CASE} s")


def main():
    logging.disable(logging.CRITICAL)
    signal.signal(signal.SIGALRM, stop)
    job = json.load(sys.stdin)
    read = READERS[job["reader"]]
    results = {}
    for case in job["cases"]:
        signal.alarm(SECONDS_PER_CASE)
        try:
            results[case["id"]] = read(case)
        except ImportError:  # The package is missing on this machine.
            raise
        except Exception as error:  # Whatever the reader raises is its result for this feed.
            results[case["id"]] = f"{type(error).__name__}: {error}"
        finally:
            signal.alarm(0)
    json.dump(results, sys.stdout)


main()
