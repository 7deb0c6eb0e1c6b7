-- One full-text table over artists, products and events, kept up to date by triggers. Words are folded as search folds
-- them: case and accents by the tokenizer, ß and the two spellings of umlauts (ü as u and as ue) by writing both.
CREATE VIRTUAL TABLE search USING fts5(kind UNINDEXED, entity_id UNINDEXED, artist_id UNINDEXED, words, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3 4');
--> statement-breakpoint
CREATE TRIGGER search_products_insert AFTER INSERT ON products WHEN new.active = 1 AND new.hidden = 0 BEGIN
  INSERT INTO search (kind, entity_id, artist_id, words)
  SELECT 'product', new.id, new.artist_id, text || ' ' || replace(replace(replace(replace(lower(text), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ß', 'ss')
  FROM (SELECT replace(replace(new.descriptive_name || ' ' || new.name || ' ' || new.product_type || ' ' || coalesce(new.color, '') || ' ' || coalesce((SELECT name FROM categories WHERE id = new.artist_id), ''), '"de":', ' '), '"en":', ' ') AS text);
END;
--> statement-breakpoint
CREATE TRIGGER search_products_update AFTER UPDATE ON products BEGIN
  DELETE FROM search WHERE kind = 'product' AND entity_id = new.id;
  INSERT INTO search (kind, entity_id, artist_id, words)
  SELECT 'product', new.id, new.artist_id, text || ' ' || replace(replace(replace(replace(lower(text), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ß', 'ss')
  FROM (SELECT replace(replace(new.descriptive_name || ' ' || new.name || ' ' || new.product_type || ' ' || coalesce(new.color, '') || ' ' || coalesce((SELECT name FROM categories WHERE id = new.artist_id), ''), '"de":', ' '), '"en":', ' ') AS text)
  WHERE new.active = 1 AND new.hidden = 0;
END;
--> statement-breakpoint
CREATE TRIGGER search_products_delete AFTER DELETE ON products BEGIN
  DELETE FROM search WHERE kind = 'product' AND entity_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER search_events_insert AFTER INSERT ON events BEGIN
  INSERT INTO search (kind, entity_id, artist_id, words)
  SELECT 'event', new.id, new.artist_id, text || ' ' || replace(replace(replace(replace(lower(text), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ß', 'ss')
  FROM (SELECT replace(replace(new.descriptive_name || ' ' || new.name || ' ' || coalesce((SELECT name || ' ' || city FROM venues WHERE id = new.venue_id), '') || ' ' || coalesce((SELECT name FROM categories WHERE id = new.artist_id), ''), '"de":', ' '), '"en":', ' ') AS text);
END;
--> statement-breakpoint
CREATE TRIGGER search_events_update AFTER UPDATE ON events BEGIN
  DELETE FROM search WHERE kind = 'event' AND entity_id = new.id;
  INSERT INTO search (kind, entity_id, artist_id, words)
  SELECT 'event', new.id, new.artist_id, text || ' ' || replace(replace(replace(replace(lower(text), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ß', 'ss')
  FROM (SELECT replace(replace(new.descriptive_name || ' ' || new.name || ' ' || coalesce((SELECT name || ' ' || city FROM venues WHERE id = new.venue_id), '') || ' ' || coalesce((SELECT name FROM categories WHERE id = new.artist_id), ''), '"de":', ' '), '"en":', ' ') AS text);
END;
--> statement-breakpoint
CREATE TRIGGER search_events_delete AFTER DELETE ON events BEGIN
  DELETE FROM search WHERE kind = 'event' AND entity_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER search_artists_insert AFTER INSERT ON categories WHEN new.type = 'ARTIST' AND new.main_category = 1 BEGIN
  INSERT INTO search (kind, entity_id, artist_id, words)
  SELECT 'artist', new.id, new.id, text || ' ' || replace(replace(replace(replace(lower(text), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ß', 'ss')
  FROM (SELECT replace(replace(new.name || ' ' || coalesce(new.display_name, '') || ' ' || new.alternative_names, '"de":', ' '), '"en":', ' ') AS text);
END;
--> statement-breakpoint
CREATE TRIGGER search_artists_update AFTER UPDATE ON categories BEGIN
  DELETE FROM search WHERE kind = 'artist' AND entity_id = new.id;
  INSERT INTO search (kind, entity_id, artist_id, words)
  SELECT 'artist', new.id, new.id, text || ' ' || replace(replace(replace(replace(lower(text), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ß', 'ss')
  FROM (SELECT replace(replace(new.name || ' ' || coalesce(new.display_name, '') || ' ' || new.alternative_names, '"de":', ' '), '"en":', ' ') AS text)
  WHERE new.type = 'ARTIST' AND new.main_category = 1;
END;
--> statement-breakpoint
CREATE TRIGGER search_artists_delete AFTER DELETE ON categories BEGIN
  DELETE FROM search WHERE kind = 'artist' AND entity_id = old.id;
END;
