DROP TABLE `activities`;--> statement-breakpoint
DROP INDEX `orders_by_email`;--> statement-breakpoint
ALTER TABLE `orders` ADD `buyer_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `network_key` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `delivery_key` text;--> statement-breakpoint
CREATE INDEX `orders_by_buyer` ON `orders` (`buyer_key`,`status`);--> statement-breakpoint
CREATE INDEX `orders_by_network` ON `orders` (`network_key`,`placed_at`) WHERE "orders"."network_key" is not null;--> statement-breakpoint
CREATE INDEX `orders_by_delivery` ON `orders` (`delivery_key`) WHERE "orders"."delivery_key" is not null;--> statement-breakpoint
ALTER TABLE `outbox` ADD `mail_slot_at` integer;--> statement-breakpoint
-- The mailbox behind each address, by the rules of domain/buyer-address. SQLite has no Punycode: an order of before that
-- was written with a domain in Unicode counts under that spelling.
UPDATE `orders` SET `buyer_key` = lower(`email`);
--> statement-breakpoint
UPDATE `orders` SET `buyer_key` = substr(`buyer_key`, 1, instr(`buyer_key`, '+') - 1) || substr(`buyer_key`, instr(`buyer_key`, '@'))
WHERE instr(`buyer_key`, '+') BETWEEN 2 AND instr(`buyer_key`, '@');
--> statement-breakpoint
UPDATE `orders` SET `buyer_key` = replace(substr(`buyer_key`, 1, instr(`buyer_key`, '@') - 1), '.', '') || '@gmail.com'
WHERE substr(`buyer_key`, instr(`buyer_key`, '@')) IN ('@gmail.com', '@googlemail.com');
--> statement-breakpoint
DROP TRIGGER order_items_buyer_limit;
--> statement-breakpoint
DROP TRIGGER orders_revival_limits;
--> statement-breakpoint
-- The tickets of an event that a buyer has: all that are paid, all that the same cart has ordered, and for an hour those
-- that another cart has ordered with the buyer's address. A stranger who writes a fan's address therefore keeps the fan
-- away for an hour and not until the stranger's order expires. The hour also covers orders at the same moment.
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
-- As before, but by the mailbox.
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
-- Unpaid orders keep seats and goods from others. At most three of an address wait for money, and at most ten of a
-- network are placed an hour (schema/limits.ts names the same numbers). A transfer waits for days, so that every unpaid
-- order of its address counts; for a card payment those of the last hour count, so that a stranger's transfers cannot
-- keep a fan from paying by card. The trigger stands at the order's first item: with one at the order itself, SQLite
-- would look for foreign keys in all tables that refer to orders.
CREATE TRIGGER order_items_unpaid_limits AFTER INSERT ON order_items WHEN new.position = 0 BEGIN
  SELECT RAISE(ABORT, 'orders_unpaid_by_buyer') FROM orders AS own
  WHERE own.id = new.order_id AND own.total_cents > 0 AND own.status IN ('incomplete', 'payment_pending')
    AND own.buyer_key <> '' AND 3 < (
      SELECT count(*) FROM orders AS placed
      WHERE placed.buyer_key = own.buyer_key AND placed.status IN ('incomplete', 'payment_pending')
        AND placed.total_cents > 0
        AND (own.payment_method = 'bank_transfer' OR placed.placed_at > own.placed_at - 3600000)
    );
  SELECT RAISE(ABORT, 'orders_unpaid_by_network') FROM orders AS own
  WHERE own.id = new.order_id AND own.total_cents > 0 AND own.status IN ('incomplete', 'payment_pending') AND 10 < (
    SELECT count(*) FROM orders AS placed
    WHERE placed.network_key = own.network_key AND placed.placed_at > own.placed_at - 3600000
      AND placed.paid_at IS NULL AND placed.paid_cents = 0 AND placed.total_cents > 0
  );
END;
--> statement-breakpoint
-- An order that changes to a transfer waits for days from then on.
CREATE TRIGGER orders_unpaid_transfers BEFORE UPDATE OF payment_method ON orders
WHEN new.payment_method = 'bank_transfer' AND old.payment_method <> 'bank_transfer' BEGIN
  SELECT RAISE(ABORT, 'orders_unpaid_by_buyer') WHERE 3 < (
    SELECT count(*) FROM orders
    WHERE buyer_key = new.buyer_key AND status IN ('incomplete', 'payment_pending') AND total_cents > 0
  );
END;
