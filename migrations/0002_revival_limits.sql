-- A late payment revives a cancelled order only if the buyer's ticket limit and the uses of the presale code allow it. The
-- trigger of 0001 raised the same text for both limits, so the mail about the refund could name the wrong limit.
DROP TRIGGER orders_revival_limits;
--> statement-breakpoint

CREATE TRIGGER orders_revival_limits BEFORE UPDATE OF status ON orders
WHEN old.status = 'cancelled' AND new.status NOT IN ('cancelled', 'refunded') BEGIN
  SELECT RAISE(ABORT, 'orders_revival_buyer_limit') FROM (
    SELECT event_id, total(amount) AS amount FROM order_items
    WHERE order_id = new.id AND event_id IS NOT NULL AND invalidated_at IS NULL GROUP BY event_id
  ) AS own JOIN events ON events.id = own.event_id
  WHERE events.cart_limit < own.amount + (
    SELECT total(item.amount) FROM orders AS placed JOIN order_items AS item ON item.order_id = placed.id
    WHERE placed.buyer_key = new.buyer_key AND placed.id <> new.id AND placed.status NOT IN ('cancelled', 'refunded')
      AND item.event_id = own.event_id AND item.invalidated_at IS NULL
  );
  SELECT RAISE(ABORT, 'orders_revival_presale_code') FROM presale_codes
  WHERE id IN (SELECT presale_code_id FROM order_items WHERE order_id = new.id) AND uses <= (
    SELECT count(DISTINCT placed.id) FROM order_items AS item JOIN orders AS placed ON placed.id = item.order_id
    WHERE item.presale_code_id = presale_codes.id AND placed.id <> new.id
      AND placed.status NOT IN ('cancelled', 'refunded')
  );
END;
