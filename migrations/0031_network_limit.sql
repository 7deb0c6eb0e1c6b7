-- The limit for a network protects seats and stock, which a cancelled order has given back. Many fans share the address of a
-- mobile network, so cancelled orders no longer count against the ten. They only count against a limit of thirty, because
-- a visitor could otherwise order and cancel in a loop.
DROP TRIGGER order_items_unpaid_limits;
--> statement-breakpoint

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
  WHERE own.id = new.order_id AND own.total_cents > 0 AND own.status = 'payment_pending' AND (
    SELECT total(placed.status <> 'cancelled') > 10 OR count(*) > 30 FROM orders AS placed
    WHERE placed.network_key = own.network_key AND placed.placed_at > own.placed_at - 3600000
      AND placed.paid_at IS NULL AND placed.paid_cents = 0 AND placed.total_cents > 0
  );
END;
