-- A wallet shows a copy of a ticket. If something changes that a pass shows, or on which its validity depends, these triggers
-- raise the revision of the pass, whoever made the change. The job refresh-passes compares it with the revision that the
-- wallets know. An import updates all columns of an event, so each trigger compares the values.
CREATE TRIGGER wallet_passes_follow_ticket AFTER UPDATE ON tickets
WHEN new.validation_code <> old.validation_code OR new.invalidated_at IS NOT old.invalidated_at
  OR new.disputed_at IS NOT old.disputed_at OR new.expires_at <> old.expires_at OR new.kind <> old.kind
  OR new.personal_identifier ->> 'firstName' IS NOT old.personal_identifier ->> 'firstName'
  OR new.personal_identifier ->> 'lastName' IS NOT old.personal_identifier ->> 'lastName'
  OR new.personal_identifier ->> 'groupName' IS NOT old.personal_identifier ->> 'groupName' BEGIN
  UPDATE wallet_passes SET revision = revision + 1, attempts = 0, next_attempt_at = 0 WHERE ticket_id = new.id;
END;
--> statement-breakpoint

CREATE TRIGGER wallet_passes_follow_order AFTER UPDATE OF status ON orders WHEN new.status <> old.status BEGIN
  UPDATE wallet_passes SET revision = revision + 1, attempts = 0, next_attempt_at = 0 WHERE order_id = new.id;
END;
--> statement-breakpoint

CREATE TRIGGER wallet_passes_follow_event AFTER UPDATE ON events
WHEN new.status <> old.status OR new.descriptive_name <> old.descriptive_name OR new.venue_id <> old.venue_id
  OR new.happening_from_at <> old.happening_from_at OR new.happening_until_at IS NOT old.happening_until_at
  OR new.door_at IS NOT old.door_at BEGIN
  UPDATE wallet_passes SET revision = revision + 1, attempts = 0, next_attempt_at = 0 WHERE event_id = new.id;
END;
--> statement-breakpoint

CREATE TRIGGER wallet_passes_follow_venue AFTER UPDATE ON venues
WHEN new.name <> old.name OR new.address <> old.address OR new.city <> old.city OR new.post_code <> old.post_code
  OR new.time_zone <> old.time_zone BEGIN
  UPDATE wallet_passes SET revision = revision + 1, attempts = 0, next_attempt_at = 0
  WHERE event_id IN (SELECT id FROM events WHERE venue_id = new.id);
END;
