-- Triggers that keep a voucher's used amount equal to the sum of what its redemptions hold, whatever code cancels, refunds
-- or revives an order. The worker only inserts redemptions.

-- An order takes the value. The CHECK vouchers_never_overdrawn refuses the later of two orders that want the same value.
CREATE TRIGGER voucher_redemptions_take AFTER INSERT ON voucher_redemptions WHEN new.programme = 'own' BEGIN
  SELECT RAISE(ABORT, 'voucher_void') FROM vouchers WHERE id = new.voucher_id AND void_at IS NOT NULL;
  SELECT RAISE(ABORT, 'voucher_expired') FROM vouchers WHERE id = new.voucher_id AND expires_at <= new.redeemed_at;
  UPDATE vouchers SET used_cents = used_cents + new.cents - new.returned_cents WHERE id = new.voucher_id;
END;
--> statement-breakpoint

-- The outside programme must still hold the reservation. If the outbox has released it, the order comes too late.
CREATE TRIGGER voucher_redemptions_reserved AFTER INSERT ON voucher_redemptions WHEN new.programme = 'outside' BEGIN
  SELECT RAISE(ABORT, 'voucher_released') WHERE NOT EXISTS (
    SELECT 1 FROM voucher_reservations WHERE order_id = new.order_id AND released_at IS NULL
  );
  INSERT INTO outbox (id, kind, subject_id, discriminator, created_at, attempts, next_attempt_at)
  VALUES ('out_' || lower(hex(randomblob(13))), 'settle_voucher', new.order_id, '1', new.redeemed_at, 0, new.redeemed_at)
  ON CONFLICT (kind, subject_id, discriminator) DO NOTHING;
END;
--> statement-breakpoint

-- The held value is derived from the current rows: an active order holds the parts of its valid items, and a cancelled or
-- refunded order holds nothing. Repeated changes therefore return the value only once.
CREATE TRIGGER orders_voucher_follows AFTER UPDATE OF status ON orders
WHEN new.voucher_cents > 0 AND (old.status IN ('cancelled', 'refunded')) <> (new.status IN ('cancelled', 'refunded')) BEGIN
  SELECT RAISE(ABORT, 'orders_revival_voucher') FROM voucher_redemptions LEFT JOIN vouchers ON vouchers.id = voucher_id
  WHERE order_id = new.id AND new.status NOT IN ('cancelled', 'refunded')
    AND (programme = 'outside' OR void_at IS NOT NULL OR used_cents + returned_cents > amount_cents);
  UPDATE voucher_redemptions SET
    returned_cents = cents - (
      SELECT CASE WHEN new.status IN ('cancelled', 'refunded') THEN 0 ELSE min(cents, ifnull(sum(item.voucher_cents), 0)) END
      FROM order_items AS item WHERE item.order_id = new.id AND item.invalidated_at IS NULL
    ),
    returned_at = CASE WHEN new.status IN ('cancelled', 'refunded')
      THEN ifnull(new.cancelled_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) END,
    revision = revision + 1
  WHERE order_id = new.id;
END;
--> statement-breakpoint

-- The value of a void item goes back, for example if one of several events of an order is cancelled.
CREATE TRIGGER order_items_voucher_follows AFTER UPDATE OF invalidated_at ON order_items
WHEN new.voucher_cents > 0 AND old.invalidated_at IS NULL AND new.invalidated_at IS NOT NULL BEGIN
  UPDATE voucher_redemptions SET
    returned_cents = cents - min(cents, (
      SELECT ifnull(sum(item.voucher_cents), 0) FROM order_items AS item
      WHERE item.order_id = new.order_id AND item.invalidated_at IS NULL
    )),
    returned_at = new.invalidated_at,
    revision = revision + 1
  WHERE order_id = new.order_id AND returned_cents < cents;
END;
--> statement-breakpoint

-- A voucher that gets value back stays valid for at least 90 more days, so that the buyer does not lose the value.
CREATE TRIGGER voucher_redemptions_return AFTER UPDATE OF returned_cents ON voucher_redemptions
WHEN new.programme = 'own' AND new.returned_cents <> old.returned_cents BEGIN
  UPDATE vouchers SET
    used_cents = used_cents - new.returned_cents + old.returned_cents,
    expires_at = CASE WHEN new.returned_cents > old.returned_cents
      THEN max(expires_at, new.returned_at + 7776000000) ELSE expires_at END
  WHERE id = new.voucher_id;
END;
--> statement-breakpoint

CREATE TRIGGER voucher_redemptions_settle AFTER UPDATE OF returned_cents ON voucher_redemptions
WHEN new.programme = 'outside' AND new.returned_cents <> old.returned_cents BEGIN
  INSERT INTO outbox (id, kind, subject_id, discriminator, created_at, attempts, next_attempt_at)
  VALUES ('out_' || lower(hex(randomblob(13))), 'settle_voucher', new.order_id, new.revision,
    ifnull(new.returned_at, new.redeemed_at), 0, ifnull(new.returned_at, new.redeemed_at))
  ON CONFLICT (kind, subject_id, discriminator) DO NOTHING;
END;
--> statement-breakpoint

-- A gift voucher is void once the order that bought it is cancelled or refunded, or the item is void.
CREATE TRIGGER order_items_gift_void AFTER UPDATE OF invalidated_at ON order_items
WHEN old.invalidated_at IS NULL AND new.invalidated_at IS NOT NULL BEGIN
  UPDATE vouchers SET void_at = new.invalidated_at WHERE gift_item_id = new.id AND void_at IS NULL;
END;
