DROP INDEX `refunds_once`;--> statement-breakpoint
ALTER TABLE `refunds` ADD `subject` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `refunds` ADD `attempt` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `refunds` ADD `checked_at` integer;--> statement-breakpoint
ALTER TABLE `refunds` ADD `failure` text;--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_external` ON `refunds` (`external_id`) WHERE external_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_once` ON `refunds` (`payment_id`,`reason`,`subject`);--> statement-breakpoint
ALTER TABLE `orders` ADD `cancel_reason` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `dispute_id` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `dispute_status` text;--> statement-breakpoint
CREATE INDEX `payments_by_capture` ON `payments` (`capture_id`) WHERE capture_id is not null;--> statement-breakpoint
CREATE INDEX `payments_disputed` ON `payments` (`dispute_status`) WHERE dispute_status = 'open';--> statement-breakpoint
ALTER TABLE `tickets` ADD `disputed_at` integer;