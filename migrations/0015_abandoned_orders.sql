-- An order whose placement was given up must never be written: a batch whose answer was lost may still be on its way when
-- its seats are given back. The incident's row, resolved or not, keeps the order out for good. It is judged with the
-- order's first line, for a trigger on orders itself would make SQLite plan a look at every table that refers to them.
CREATE TRIGGER order_items_abandoned BEFORE INSERT ON order_items WHEN new.position = 0 BEGIN
  SELECT RAISE(ABORT, 'order_items_abandoned') FROM incidents WHERE kind = 'order_abandoned' AND subject_id = new.order_id;
END;
