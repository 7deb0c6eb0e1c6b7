-- The value of a voucher is usable for another 90 days after its return, but only if the order was paid. Otherwise, unpaid
-- orders would keep a voucher alive for ever.
DROP TRIGGER voucher_redemptions_return;
--> statement-breakpoint

CREATE TRIGGER voucher_redemptions_return AFTER UPDATE OF returned_cents ON voucher_redemptions
WHEN new.programme = 'own' AND new.returned_cents <> old.returned_cents BEGIN
  UPDATE vouchers SET
    used_cents = used_cents - new.returned_cents + old.returned_cents,
    expires_at = CASE
      WHEN new.returned_cents > old.returned_cents
        AND EXISTS (SELECT 1 FROM orders WHERE id = new.order_id AND paid_at IS NOT NULL)
      THEN max(expires_at, new.returned_at + 7776000000) ELSE expires_at END
  WHERE id = new.voucher_id;
END;
