-- What one order alone cannot see: how many tickets of an event a buyer has in all open orders, and how many orders a
-- presale code has let in. Both are judged with each line that is written, in the order's own batch, so that of two
-- orders at the same moment one is refused.
ALTER TABLE `order_items` ADD `presale_code_id` text REFERENCES presale_codes(id) ON DELETE set null;
--> statement-breakpoint
CREATE INDEX `order_items_by_presale_code` ON `order_items` (`presale_code_id`);
--> statement-breakpoint
CREATE TRIGGER order_items_buyer_limit AFTER INSERT ON order_items WHEN new.event_id IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'order_items_buyer_limit') FROM events
  WHERE id = new.event_id AND cart_limit < (
    SELECT total(item.amount) FROM orders AS placed JOIN order_items AS item ON item.order_id = placed.id
    WHERE placed.email = (SELECT email FROM orders WHERE id = new.order_id)
      AND placed.status NOT IN ('cancelled', 'refunded')
      AND item.event_id = new.event_id AND item.invalidated_at IS NULL
  );
END;
--> statement-breakpoint
CREATE TRIGGER order_items_presale_code AFTER INSERT ON order_items WHEN new.presale_code_id IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'order_items_presale_code') FROM presale_codes
  WHERE id = new.presale_code_id AND uses < (
    SELECT count(DISTINCT placed.id) FROM order_items AS item JOIN orders AS placed ON placed.id = item.order_id
    WHERE item.presale_code_id = new.presale_code_id AND placed.status NOT IN ('cancelled', 'refunded')
  );
END;
