CREATE TABLE `goods_returns` (
	`order_id` text NOT NULL,
	`slip` text NOT NULL,
	`delivery_cents` integer NOT NULL,
	`deducted_cents` integer NOT NULL,
	`returned_at` integer NOT NULL,
	PRIMARY KEY(`order_id`, `slip`),
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
-- The slips that were recorded before this table existed. Their goods became void in the transaction of the refund.
INSERT INTO `goods_returns` (`order_id`, `slip`, `delivery_cents`, `deducted_cents`, `returned_at`)
SELECT refunds.order_id, refunds.subject, max(0, sum(refunds.amount_cents) - (
  SELECT ifnull(sum(total_cents - voucher_cents), 0) FROM order_items
  WHERE order_items.order_id = refunds.order_id AND invalidated_at = max(refunds.created_at)
)), 0, max(refunds.created_at)
FROM refunds WHERE refunds.reason = 'withdrawal' GROUP BY refunds.order_id, refunds.subject;
