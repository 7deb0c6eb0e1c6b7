-- Triggers, and the tables and views of the search. drizzle-kit cannot generate this file, so it is written by hand.
-- The triggers apply to all code that writes to the database. They refuse invalid orders, imports that withdraw sold seats,
-- and changes of the price history. They also update the search index when the catalogue changes.
-- If a trigger refuses an order, its RAISE text is a name. The worker finds this name in the database's error and maps it to
-- an error code.

-- == Orders: seats
-- A seat is in at most one active order. The EventSeats object prevents a second sale, and this trigger is the second line
-- of defence. A unique index cannot express the rule, because the order's status is in another table.
CREATE TRIGGER order_items_seat_taken AFTER INSERT ON order_items WHEN new.seat_id IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'order_items_seat_taken')
  FROM order_items AS item JOIN orders AS placed ON placed.id = item.order_id
  WHERE item.event_id = new.event_id AND item.seat_id = new.seat_id AND item.id <> new.id
    AND item.invalidated_at IS NULL AND placed.status NOT IN ('cancelled', 'refunded');
END;
--> statement-breakpoint

-- An import may withdraw seats while an order books them. The later of the two writes then fails: this trigger refuses the
-- order, and withdrawn_seats_sold refuses the import.
CREATE TRIGGER order_items_seat_withdrawn AFTER INSERT ON order_items WHEN new.section_id IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'order_items_seat_withdrawn') FROM withdrawn_seats
  WHERE event_id = new.event_id AND section_id = new.section_id AND seat_id = ifnull(new.seat_id, '')
    AND (new.seat_id IS NOT NULL OR capacity < (
      SELECT total(item.amount) FROM order_items AS item JOIN orders AS placed ON placed.id = item.order_id
      WHERE item.event_id = new.event_id AND item.section_id = new.section_id AND item.seat_id IS NULL
        AND item.invalidated_at IS NULL AND placed.status NOT IN ('cancelled', 'refunded')
    ));
END;
--> statement-breakpoint

CREATE TRIGGER withdrawn_seats_sold AFTER INSERT ON withdrawn_seats BEGIN
  SELECT RAISE(ABORT, 'withdrawn_seats_sold: an order took what this import takes away; run the import again')
  FROM order_items AS item JOIN orders AS placed ON placed.id = item.order_id
  WHERE item.event_id = new.event_id AND item.section_id = new.section_id AND item.seat_id = new.seat_id
    AND item.invalidated_at IS NULL AND placed.status NOT IN ('cancelled', 'refunded');
  SELECT RAISE(ABORT, 'withdrawn_seats_sold: an order took what this import takes away; run the import again')
  WHERE new.seat_id = '' AND new.capacity < (
    SELECT total(item.amount) FROM order_items AS item JOIN orders AS placed ON placed.id = item.order_id
    WHERE item.event_id = new.event_id AND item.section_id = new.section_id AND item.seat_id IS NULL
      AND item.invalidated_at IS NULL AND placed.status NOT IN ('cancelled', 'refunded')
  );
END;
--> statement-breakpoint

-- A late payment revives a cancelled order. If the order's seats have been sold or withdrawn in the meantime, the trigger
-- refuses the revival. The order then stays cancelled, and the payment is refunded.
CREATE TRIGGER orders_revival_seats BEFORE UPDATE OF status ON orders
WHEN old.status IN ('cancelled', 'refunded') AND new.status NOT IN ('cancelled', 'refunded') BEGIN
  SELECT RAISE(ABORT, 'orders_revival_seats')
  FROM order_items AS own JOIN order_items AS item ON item.event_id = own.event_id AND item.seat_id = own.seat_id
  JOIN orders AS placed ON placed.id = item.order_id
  WHERE own.order_id = new.id AND own.invalidated_at IS NULL AND placed.id <> new.id
    AND item.invalidated_at IS NULL AND placed.status NOT IN ('cancelled', 'refunded');
  SELECT RAISE(ABORT, 'orders_revival_seats') FROM (
    SELECT event_id, section_id, ifnull(seat_id, '') AS seat_id, total(amount) AS amount FROM order_items
    WHERE order_id = new.id AND section_id IS NOT NULL AND invalidated_at IS NULL GROUP BY 1, 2, 3
  ) AS own JOIN withdrawn_seats AS gone
    ON gone.event_id = own.event_id AND gone.section_id = own.section_id AND gone.seat_id = own.seat_id
  WHERE gone.seat_id <> '' OR gone.capacity < own.amount + (
    SELECT total(item.amount) FROM order_items AS item JOIN orders AS placed ON placed.id = item.order_id
    WHERE item.event_id = own.event_id AND item.section_id = own.section_id AND item.seat_id IS NULL
      AND placed.id <> new.id AND item.invalidated_at IS NULL AND placed.status NOT IN ('cancelled', 'refunded')
  );
END;
--> statement-breakpoint

-- If the worker does not learn whether an order was written, it may abandon the order: it records the incident
-- order_abandoned and releases the seats. A batch with the order may still arrive later. This trigger then refuses it, as
-- long as the incident exists. The cron deletes an incident 90 days after it was resolved.
-- The trigger is on the first item, not on orders, because a trigger on orders makes SQLite scan every table that refers to
-- orders.
CREATE TRIGGER order_items_abandoned BEFORE INSERT ON order_items WHEN new.position = 0 BEGIN
  SELECT RAISE(ABORT, 'order_items_abandoned') FROM incidents WHERE kind = 'order_abandoned' AND subject_id = new.order_id;
END;
--> statement-breakpoint

-- == Orders: limits
-- An event's ticket limit applies to each buyer. It counts the buyer's paid tickets, tickets that the same cart ordered, and
-- tickets that other carts ordered for the buyer within the last hour. Older unpaid orders of other carts do not count.
-- A stranger who orders with a fan's address can therefore block the fan for at most an hour.
CREATE TRIGGER order_items_buyer_limit AFTER INSERT ON order_items WHEN new.event_id IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'order_items_buyer_limit') FROM events JOIN orders AS own ON own.id = new.order_id
  WHERE events.id = new.event_id AND events.cart_limit < (
    SELECT total(item.amount) FROM orders AS placed JOIN order_items AS item ON item.order_id = placed.id
    WHERE placed.buyer_key = own.buyer_key AND placed.status NOT IN ('cancelled', 'refunded')
      AND (placed.cart_id = own.cart_id OR placed.paid_at IS NOT NULL OR placed.paid_cents > 0
        OR placed.placed_at > own.placed_at - 3600000)
      AND item.event_id = new.event_id AND item.invalidated_at IS NULL
  );
END;
--> statement-breakpoint

-- A presale code may be used in a limited number of orders.
CREATE TRIGGER order_items_presale_code AFTER INSERT ON order_items WHEN new.presale_code_id IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'order_items_presale_code') FROM presale_codes
  WHERE id = new.presale_code_id AND uses < (
    SELECT count(DISTINCT placed.id) FROM order_items AS item JOIN orders AS placed ON placed.id = item.order_id
    WHERE item.presale_code_id = new.presale_code_id AND placed.status NOT IN ('cancelled', 'refunded')
  );
END;
--> statement-breakpoint

-- A late payment revives a cancelled order only if the buyer's ticket limit and the uses of the presale code allow it.
CREATE TRIGGER orders_revival_limits BEFORE UPDATE OF status ON orders
WHEN old.status = 'cancelled' AND new.status NOT IN ('cancelled', 'refunded') BEGIN
  SELECT RAISE(ABORT, 'orders_revival_limits') FROM (
    SELECT event_id, total(amount) AS amount FROM order_items
    WHERE order_id = new.id AND event_id IS NOT NULL AND invalidated_at IS NULL GROUP BY event_id
  ) AS own JOIN events ON events.id = own.event_id
  WHERE events.cart_limit < own.amount + (
    SELECT total(item.amount) FROM orders AS placed JOIN order_items AS item ON item.order_id = placed.id
    WHERE placed.buyer_key = new.buyer_key AND placed.id <> new.id AND placed.status NOT IN ('cancelled', 'refunded')
      AND item.event_id = own.event_id AND item.invalidated_at IS NULL
  );
  SELECT RAISE(ABORT, 'orders_revival_limits') FROM presale_codes
  WHERE id IN (SELECT presale_code_id FROM order_items WHERE order_id = new.id) AND uses <= (
    SELECT count(DISTINCT placed.id) FROM order_items AS item JOIN orders AS placed ON placed.id = item.order_id
    WHERE item.presale_code_id = presale_codes.id AND placed.id <> new.id
      AND placed.status NOT IN ('cancelled', 'refunded')
  );
END;
--> statement-breakpoint

-- Unpaid orders keep seats and stock from other buyers. Therefore a buyer may have at most three unpaid orders
-- (UNPAID_ORDERS_OF_ADDRESS in schema/limits.ts), and a network may place at most ten unpaid orders an hour.
-- If the new order is by bank transfer, all unpaid orders of the buyer count, because a transfer takes days. Otherwise only
-- those of the last hour count. A stranger who orders with a fan's address can therefore prevent the fan's card payments for
-- at most an hour.
-- The trigger is on the first item for the reason given at order_items_abandoned.
CREATE TRIGGER order_items_unpaid_limits AFTER INSERT ON order_items WHEN new.position = 0 BEGIN
  SELECT RAISE(ABORT, 'orders_unpaid_by_buyer') FROM orders AS own
  WHERE own.id = new.order_id AND own.total_cents > 0 AND own.status = 'payment_pending'
    AND own.buyer_key <> '' AND 3 < (
      SELECT count(*) FROM orders AS placed
      WHERE placed.buyer_key = own.buyer_key AND placed.status = 'payment_pending'
        AND placed.total_cents > 0
        AND (own.payment_method = 'bank_transfer' OR placed.placed_at > own.placed_at - 3600000)
    );
  SELECT RAISE(ABORT, 'orders_unpaid_by_network') FROM orders AS own
  WHERE own.id = new.order_id AND own.total_cents > 0 AND own.status = 'payment_pending' AND 10 < (
    SELECT count(*) FROM orders AS placed
    WHERE placed.network_key = own.network_key AND placed.placed_at > own.placed_at - 3600000
      AND placed.paid_at IS NULL AND placed.paid_cents = 0 AND placed.total_cents > 0
  );
END;
--> statement-breakpoint

-- An order that changes to bank transfer may then stay unpaid for days. Therefore all unpaid orders of the buyer count.
CREATE TRIGGER orders_unpaid_transfers BEFORE UPDATE OF payment_method ON orders
WHEN new.payment_method = 'bank_transfer' AND old.payment_method <> 'bank_transfer' BEGIN
  SELECT RAISE(ABORT, 'orders_unpaid_by_buyer') WHERE 3 < (
    SELECT count(*) FROM orders
    WHERE buyer_key = new.buyer_key AND status = 'payment_pending' AND total_cents > 0
  );
END;
--> statement-breakpoint

-- == Price history
-- The price history proves the lowest price of the last 30 days (PAngV § 11), so its rows never change.
CREATE TRIGGER price_history_no_update BEFORE UPDATE ON price_history BEGIN
  SELECT raise(ABORT, 'price_history is only appended to');
END;
--> statement-breakpoint

CREATE TRIGGER price_history_no_delete BEFORE DELETE ON price_history BEGIN
  SELECT raise(ABORT, 'price_history is only appended to');
END;
--> statement-breakpoint

-- INSERT OR REPLACE deletes rows without firing a trigger on DELETE.
CREATE TRIGGER price_history_no_replace BEFORE INSERT ON price_history
WHEN EXISTS (SELECT 1 FROM price_history WHERE variant_id = new.variant_id AND since_at = new.since_at) BEGIN
  SELECT raise(ABORT, 'price_history is only appended to');
END;
--> statement-breakpoint

-- == Search
-- search_entries has one row for each product, event and artist that the search can find. The ids of each kind have their
-- own range: products start at 1,000,000,000, events at 2,000,000,000 and artists at 3,000,000,000.
CREATE TABLE search_entries (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  entity_id TEXT NOT NULL,
  scope TEXT NOT NULL,
  text TEXT NOT NULL
);
--> statement-breakpoint

CREATE UNIQUE INDEX search_entries_of ON search_entries (kind, entity_id);
--> statement-breakpoint

-- The table search finds words by their beginning, and the table search_within finds parts of words. The table
-- search_vocabulary lists all words, so that the worker can correct typing errors.
CREATE VIRTUAL TABLE search USING fts5(scope, words, content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 2 tokenchars '_'", prefix = '2 3 4');
--> statement-breakpoint

CREATE VIRTUAL TABLE search_within USING fts5(words, content = '', contentless_delete = 1, tokenize = 'trigram remove_diacritics 1');
--> statement-breakpoint

CREATE VIRTUAL TABLE search_vocabulary USING fts5vocab(search, row);
--> statement-breakpoint

-- The words of an entry in three spellings: as written, with umlauts spelled out ("ö" as "oe"), and with each "ae", "oe"
-- and "ue" of the second spelling shortened to "a", "o" and "u".
CREATE VIEW search_words AS
SELECT id, scope, plain || ' ' || spelled || ' ' || replace(replace(replace(lower(spelled), 'ae', 'a'), 'oe', 'o'), 'ue', 'u') AS words
FROM (
  SELECT id, scope, plain, replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(plain,
    'ä', 'ae'), 'Ä', 'ae'), 'ö', 'oe'), 'Ö', 'oe'), 'ü', 'ue'), 'Ü', 'ue'), 'ß', 'ss'), 'ẞ', 'ss'),
    'ø', 'oe'), 'Ø', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'ł', 'l'), 'Ł', 'l') AS spelled
  FROM (SELECT id, scope, replace(replace(replace(text, '_', ' '), '"de":', ' _ '), '"en":', ' _ ') AS plain FROM search_entries)
);
--> statement-breakpoint

-- The next three views contain the searchable text of each product, event and artist. Their column scope lists the artists
-- whose shops show the entry.
CREATE VIEW search_products AS
SELECT p.id AS entity_id, coalesce(p.artist_id, '') AS scope,
  p.descriptive_name || ' ' || p.name || ' ' || p.product_type || ' ' || coalesce(p.color, '') || ' ' || coalesce(a.name || ' ' || a.alternative_names, '') AS text
FROM products p LEFT JOIN categories a ON a.id = p.artist_id
WHERE p.active = 1 AND p.hidden = 0;
--> statement-breakpoint

CREATE VIEW search_events AS
SELECT e.id AS entity_id,
  e.artist_id || coalesce((SELECT group_concat(' ' || f.artist_id, '') FROM event_artists f WHERE f.event_id = e.id AND f.role = 'featured'), '') AS scope,
  e.descriptive_name || ' ' || e.name || ' ' || v.name || ' ' || v.city || ' ' || a.name || ' ' || a.alternative_names AS text
FROM events e JOIN venues v ON v.id = e.venue_id JOIN categories a ON a.id = e.artist_id;
--> statement-breakpoint

CREATE VIEW search_artists AS
SELECT id AS entity_id, id AS scope, name || ' ' || coalesce(display_name, '') || ' ' || alternative_names AS text
FROM categories WHERE type = 'ARTIST' AND main_category = 1;
--> statement-breakpoint

-- The next three triggers copy changes of search_entries to the full-text tables.
CREATE TRIGGER search_entries_insert AFTER INSERT ON search_entries BEGIN
  INSERT INTO search (rowid, scope, words) SELECT id, scope, words FROM search_words WHERE id = new.id;
  INSERT INTO search_within (rowid, words) SELECT id, words FROM search_words WHERE id = new.id;
END;
--> statement-breakpoint

CREATE TRIGGER search_entries_update AFTER UPDATE ON search_entries BEGIN
  DELETE FROM search WHERE rowid = old.id;
  DELETE FROM search_within WHERE rowid = old.id;
  INSERT INTO search (rowid, scope, words) SELECT id, scope, words FROM search_words WHERE id = new.id;
  INSERT INTO search_within (rowid, words) SELECT id, words FROM search_words WHERE id = new.id;
END;
--> statement-breakpoint

CREATE TRIGGER search_entries_delete AFTER DELETE ON search_entries BEGIN
  DELETE FROM search WHERE rowid = old.id;
  DELETE FROM search_within WHERE rowid = old.id;
END;
--> statement-breakpoint

-- The remaining triggers update search_entries when the catalogue changes. An inactive or hidden product has no entry.
CREATE TRIGGER search_products_insert AFTER INSERT ON products BEGIN
  INSERT INTO search_entries (id, kind, entity_id, scope, text)
  SELECT (SELECT coalesce(max(id), 1000000000) + 1 FROM search_entries WHERE id BETWEEN 1000000000 AND 1999999999), 'product', entity_id, scope, text
  FROM search_products WHERE entity_id = new.id;
END;
--> statement-breakpoint

CREATE TRIGGER search_products_update AFTER UPDATE OF descriptive_name, name, product_type, color, artist_id, active, hidden ON products BEGIN
  DELETE FROM search_entries WHERE kind = 'product' AND entity_id = new.id AND (new.active = 0 OR new.hidden = 1);
  INSERT INTO search_entries (id, kind, entity_id, scope, text)
  SELECT (SELECT coalesce(max(id), 1000000000) + 1 FROM search_entries WHERE id BETWEEN 1000000000 AND 1999999999), 'product', entity_id, scope, text
  FROM search_products WHERE entity_id = new.id
  ON CONFLICT (kind, entity_id) DO UPDATE SET scope = excluded.scope, text = excluded.text
  WHERE scope <> excluded.scope OR text <> excluded.text;
END;
--> statement-breakpoint

CREATE TRIGGER search_products_delete AFTER DELETE ON products BEGIN
  DELETE FROM search_entries WHERE kind = 'product' AND entity_id = old.id;
END;
--> statement-breakpoint

CREATE TRIGGER search_events_insert AFTER INSERT ON events BEGIN
  INSERT INTO search_entries (id, kind, entity_id, scope, text)
  SELECT (SELECT coalesce(max(id), 2000000000) + 1 FROM search_entries WHERE id BETWEEN 2000000000 AND 2999999999), 'event', entity_id, scope, text
  FROM search_events WHERE entity_id = new.id;
END;
--> statement-breakpoint

CREATE TRIGGER search_events_update AFTER UPDATE OF descriptive_name, name, venue_id, artist_id ON events BEGIN
  INSERT INTO search_entries (id, kind, entity_id, scope, text)
  SELECT (SELECT coalesce(max(id), 2000000000) + 1 FROM search_entries WHERE id BETWEEN 2000000000 AND 2999999999), 'event', entity_id, scope, text
  FROM search_events WHERE entity_id = new.id
  ON CONFLICT (kind, entity_id) DO UPDATE SET scope = excluded.scope, text = excluded.text
  WHERE scope <> excluded.scope OR text <> excluded.text;
END;
--> statement-breakpoint

CREATE TRIGGER search_events_delete AFTER DELETE ON events BEGIN
  DELETE FROM search_entries WHERE kind = 'event' AND entity_id = old.id;
END;
--> statement-breakpoint

-- The next three triggers set a column of events to its own value. This fires search_events_update, which reads the
-- event's artists, venue and names again.
CREATE TRIGGER search_event_artists_insert AFTER INSERT ON event_artists WHEN new.role = 'featured' BEGIN
  UPDATE events SET artist_id = artist_id WHERE id = new.event_id;
END;
--> statement-breakpoint

CREATE TRIGGER search_event_artists_delete AFTER DELETE ON event_artists WHEN old.role = 'featured' BEGIN
  UPDATE events SET artist_id = artist_id WHERE id = old.event_id;
END;
--> statement-breakpoint

CREATE TRIGGER search_venues_update AFTER UPDATE OF name, city ON venues WHEN old.name <> new.name OR old.city <> new.city BEGIN
  UPDATE events SET venue_id = venue_id WHERE venue_id = new.id;
END;
--> statement-breakpoint

CREATE TRIGGER search_artists_insert AFTER INSERT ON categories WHEN new.type = 'ARTIST' BEGIN
  INSERT INTO search_entries (id, kind, entity_id, scope, text)
  SELECT (SELECT coalesce(max(id), 3000000000) + 1 FROM search_entries WHERE id BETWEEN 3000000000 AND 3999999999), 'artist', entity_id, scope, text
  FROM search_artists WHERE entity_id = new.id;
END;
--> statement-breakpoint

CREATE TRIGGER search_artists_update AFTER UPDATE OF name, display_name, alternative_names, main_category ON categories WHEN new.type = 'ARTIST' BEGIN
  DELETE FROM search_entries WHERE kind = 'artist' AND entity_id = new.id AND new.main_category = 0;
  INSERT INTO search_entries (id, kind, entity_id, scope, text)
  SELECT (SELECT coalesce(max(id), 3000000000) + 1 FROM search_entries WHERE id BETWEEN 3000000000 AND 3999999999), 'artist', entity_id, scope, text
  FROM search_artists WHERE entity_id = new.id
  ON CONFLICT (kind, entity_id) DO UPDATE SET scope = excluded.scope, text = excluded.text
  WHERE scope <> excluded.scope OR text <> excluded.text;
END;
--> statement-breakpoint

CREATE TRIGGER search_artists_renamed AFTER UPDATE OF name, alternative_names ON categories WHEN new.type = 'ARTIST' AND (old.name <> new.name OR old.alternative_names <> new.alternative_names) BEGIN
  UPDATE products SET artist_id = artist_id WHERE artist_id = new.id;
  UPDATE events SET artist_id = artist_id WHERE artist_id = new.id;
END;
--> statement-breakpoint

CREATE TRIGGER search_artists_delete AFTER DELETE ON categories WHEN old.type = 'ARTIST' BEGIN
  DELETE FROM search_entries WHERE kind = 'artist' AND entity_id = old.id;
END;
