-- A ticket expires some time after its event (TICKET_EXPIRES_AFTER, 28 days). When the event moves, its tickets expire later or
-- earlier. Those of a postponed event do not expire until it has a date: they get the end of the year 9999 (NEVER_EXPIRES). An
-- import updates all columns of an event, so the trigger compares the values.
CREATE TRIGGER tickets_expire_with_event AFTER UPDATE ON events
WHEN new.happening_from_at <> old.happening_from_at OR new.happening_until_at IS NOT old.happening_until_at
  OR (new.status = 'postponed') <> (old.status = 'postponed') BEGIN
  UPDATE tickets SET expires_at = CASE WHEN new.status = 'postponed' THEN 253402300799000
    ELSE ifnull(new.happening_until_at, new.happening_from_at) + 2419200000 END
  WHERE event_id = new.id;
END;
--> statement-breakpoint

-- Tickets of events that moved before this migration.
UPDATE tickets SET expires_at = due.at
FROM (SELECT id, CASE WHEN status = 'postponed' THEN 253402300799000
  ELSE ifnull(happening_until_at, happening_from_at) + 2419200000 END AS at FROM events) AS due
WHERE due.id = tickets.event_id AND tickets.expires_at <> due.at;
