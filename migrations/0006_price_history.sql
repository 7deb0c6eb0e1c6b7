-- The price history is the shop's proof of the lowest price of the last 30 days (PAngV § 11): nobody changes what stands in it.
CREATE TRIGGER price_history_no_update BEFORE UPDATE ON price_history BEGIN
  SELECT raise(ABORT, 'price_history is only appended to');
END;
--> statement-breakpoint
CREATE TRIGGER price_history_no_delete BEFORE DELETE ON price_history BEGIN
  SELECT raise(ABORT, 'price_history is only appended to');
END;
--> statement-breakpoint
-- An INSERT OR REPLACE takes rows away without asking a trigger on DELETE.
CREATE TRIGGER price_history_no_replace BEFORE INSERT ON price_history
WHEN EXISTS (SELECT 1 FROM price_history WHERE variant_id = new.variant_id AND since_at = new.since_at) BEGIN
  SELECT raise(ABORT, 'price_history is only appended to');
END;
