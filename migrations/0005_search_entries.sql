-- Search over entries of its own: what an artist, a product or an event is found by, found again by its key when it changes
-- (a full-text table can only be scanned for it). Numbers of an entry say its kind, so that a list of one kind reads no
-- other. Words stand in the index as they are, with umlauts spelled out, and with both spellings folded to the plain vowel:
-- Müller, Mueller and Muller are all found by each other. A second index knows every three letters of a word, for what
-- stands within a word. A supporting act's shop finds the evening, but its name is in no text: it may be behind a password.
-- An underscore between texts keeps their neighbours from being a phrase. `scope` names the artists in whose shops an entry
-- is found; its underscores keep it from being typed.
DROP TRIGGER search_products_insert;--> statement-breakpoint
DROP TRIGGER search_products_update;--> statement-breakpoint
DROP TRIGGER search_products_delete;--> statement-breakpoint
DROP TRIGGER search_events_insert;--> statement-breakpoint
DROP TRIGGER search_events_update;--> statement-breakpoint
DROP TRIGGER search_events_delete;--> statement-breakpoint
DROP TRIGGER search_artists_insert;--> statement-breakpoint
DROP TRIGGER search_artists_update;--> statement-breakpoint
DROP TRIGGER search_artists_delete;--> statement-breakpoint
DROP TABLE search;--> statement-breakpoint
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
CREATE VIRTUAL TABLE search USING fts5(scope, words, content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 2 tokenchars '_'", prefix = '2 3 4');
--> statement-breakpoint
CREATE VIRTUAL TABLE search_within USING fts5(words, content = '', contentless_delete = 1, tokenize = 'trigram remove_diacritics 1');
--> statement-breakpoint
CREATE VIRTUAL TABLE search_vocabulary USING fts5vocab(search, row);
--> statement-breakpoint
CREATE VIEW search_words AS
SELECT id, scope, plain || ' ' || spelled || ' ' || replace(replace(replace(lower(spelled), 'ae', 'a'), 'oe', 'o'), 'ue', 'u') AS words
FROM (
  SELECT id, scope, plain, replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(plain,
    'ä', 'ae'), 'Ä', 'ae'), 'ö', 'oe'), 'Ö', 'oe'), 'ü', 'ue'), 'Ü', 'ue'), 'ß', 'ss'), 'ẞ', 'ss'),
    'ø', 'oe'), 'Ø', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'ł', 'l'), 'Ł', 'l') AS spelled
  FROM (SELECT id, scope, replace(replace(replace(text, '_', ' '), '"de":', ' _ '), '"en":', ' _ ') AS plain FROM search_entries)
);
--> statement-breakpoint
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
--> statement-breakpoint
INSERT INTO search_entries (id, kind, entity_id, scope, text)
SELECT 1000000000 + row_number() OVER (ORDER BY entity_id), 'product', entity_id, scope, text FROM search_products;
--> statement-breakpoint
INSERT INTO search_entries (id, kind, entity_id, scope, text)
SELECT 2000000000 + row_number() OVER (ORDER BY entity_id), 'event', entity_id, scope, text FROM search_events;
--> statement-breakpoint
INSERT INTO search_entries (id, kind, entity_id, scope, text)
SELECT 3000000000 + row_number() OVER (ORDER BY entity_id), 'artist', entity_id, scope, text FROM search_artists;
