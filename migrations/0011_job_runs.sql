CREATE TABLE `job_runs` (
	`job` text PRIMARY KEY NOT NULL,
	`next_run_at` integer NOT NULL,
	`cursor` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
DROP INDEX `outbox_due`;--> statement-breakpoint
ALTER TABLE `outbox` ADD `dead_at` integer;--> statement-breakpoint
CREATE INDEX `outbox_dead` ON `outbox` (`dead_at`) WHERE done_at is null and dead_at is not null;--> statement-breakpoint
CREATE INDEX `outbox_done` ON `outbox` (`done_at`) WHERE done_at is not null;--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`kind`,`next_attempt_at`) WHERE done_at is null and dead_at is null;--> statement-breakpoint
CREATE INDEX `order_items_of_stock` ON `order_items` (`variant_id`,`order_id`) WHERE event_id is null;--> statement-breakpoint
CREATE INDEX `orders_cancelled_with_contact_data` ON `orders` (`cancelled_at`) WHERE status = 'cancelled' and email <> '';--> statement-breakpoint
CREATE INDEX `provider_events_by_time` ON `provider_events` (`received_at`);--> statement-breakpoint
CREATE INDEX `refunds_by_order` ON `refunds` (`order_id`);