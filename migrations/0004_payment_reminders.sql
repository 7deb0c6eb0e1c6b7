CREATE TABLE `email_corrections` (
	`order_id` text NOT NULL,
	`number` integer NOT NULL,
	`former_email` text NOT NULL,
	`corrected_at` integer NOT NULL,
	PRIMARY KEY(`order_id`, `number`),
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `email_corrections_by_time` ON `email_corrections` (`corrected_at`);--> statement-breakpoint
ALTER TABLE `orders` ADD `remind_at` integer;--> statement-breakpoint
CREATE INDEX `orders_to_remind` ON `orders` (`remind_at`) WHERE status = 'payment_pending' and remind_at is not null;--> statement-breakpoint
ALTER TABLE `payments` ADD `pending_at` integer;