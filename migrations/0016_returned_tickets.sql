-- A buyer may return some of the tickets of one item. The item is then split, and the returned part is inserted as a void
-- item. It takes no place and no ticket of the buyer's limit, so it must not fail because the limit or the area has become
-- smaller since the order.
DROP TRIGGER order_items_seat_withdrawn;
--> statement-breakpoint

CREATE TRIGGER order_items_seat_withdrawn AFTER INSERT ON order_items
WHEN new.section_id IS NOT NULL AND new.invalidated_at IS NULL BEGIN
  SELECT RAISE(ABORT, 'order_items_seat_withdrawn') FROM withdrawn_seats
  WHERE event_id = new.event_id AND section_id = new.section_id AND seat_id = ifnull(new.seat_id, '')
    AND (new.seat_id IS NOT NULL OR capacity < (
      SELECT total(item.amount) FROM order_items AS item JOIN orders AS placed ON placed.id = item.order_id
      WHERE item.event_id = new.event_id AND item.section_id = new.section_id AND item.seat_id IS NULL
        AND item.invalidated_at IS NULL AND placed.status NOT IN ('cancelled', 'refunded')
    ));
END;
--> statement-breakpoint

DROP TRIGGER order_items_buyer_limit;
--> statement-breakpoint

CREATE TRIGGER order_items_buyer_limit AFTER INSERT ON order_items
WHEN new.event_id IS NOT NULL AND new.invalidated_at IS NULL BEGIN
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

-- The voucher's part of the returned tickets goes back, as order_items_voucher_follows does for a whole item.
CREATE TRIGGER order_items_voucher_returned AFTER INSERT ON order_items
WHEN new.voucher_cents > 0 AND new.invalidated_at IS NOT NULL BEGIN
  UPDATE voucher_redemptions SET
    returned_cents = cents - min(cents, (
      SELECT ifnull(sum(item.voucher_cents), 0) FROM order_items AS item
      WHERE item.order_id = new.order_id AND item.invalidated_at IS NULL
    )),
    returned_at = new.invalidated_at,
    revision = revision + 1
  WHERE order_id = new.order_id AND returned_cents < cents;
END;
