CREATE TABLE `invoices` (
	`number` text PRIMARY KEY NOT NULL,
	`year` integer NOT NULL,
	`sequence` integer NOT NULL,
	`order_id` text NOT NULL,
	`refund_id` text,
	`issued_at` integer NOT NULL,
	`content` text NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`refund_id`) REFERENCES `refunds`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invoices_sequence_positive" CHECK("invoices"."sequence" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_series` ON `invoices` (`year`,`sequence`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_of_order` ON `invoices` (`order_id`) WHERE refund_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_of_refund` ON `invoices` (`refund_id`) WHERE refund_id is not null;