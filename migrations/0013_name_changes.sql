CREATE TABLE `name_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`request_key` text NOT NULL,
	`ticket_id` text NOT NULL,
	`order_id` text NOT NULL,
	`event_id` text NOT NULL,
	`status` text NOT NULL,
	`former_holder` text NOT NULL,
	`holder` text NOT NULL,
	`email` text NOT NULL,
	`former_code` text NOT NULL,
	`fee_cents` integer DEFAULT 0 NOT NULL,
	`fee_order_id` text,
	`created_at` integer NOT NULL,
	`done_at` integer,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`fee_order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "name_changes_status_known" CHECK(status in ('requested', 'awaiting_payment', 'done', 'dropped'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `name_changes_request` ON `name_changes` (`request_key`);--> statement-breakpoint
CREATE INDEX `name_changes_of_ticket` ON `name_changes` (`ticket_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `name_changes_unpaid` ON `name_changes` (`ticket_id`) WHERE status = 'awaiting_payment';--> statement-breakpoint
CREATE INDEX `name_changes_by_fee_order` ON `name_changes` (`fee_order_id`) WHERE fee_order_id is not null;--> statement-breakpoint
CREATE INDEX `name_changes_by_order` ON `name_changes` (`order_id`);--> statement-breakpoint
CREATE INDEX `name_changes_by_event` ON `name_changes` (`event_id`);