CREATE TABLE `reminders` (
	`id` text PRIMARY KEY NOT NULL,
	`shop_id` text NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`email` text NOT NULL,
	`mailbox_key` text NOT NULL,
	`locale` text NOT NULL,
	`key` text NOT NULL,
	`created_at` integer NOT NULL,
	`confirmed_at` integer,
	`queued_at` integer,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reminders_once` ON `reminders` (`kind`,`subject_id`,`email`,`shop_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `reminders_key` ON `reminders` (`key`);--> statement-breakpoint
CREATE INDEX `reminders_by_mailbox` ON `reminders` (`mailbox_key`);--> statement-breakpoint
CREATE INDEX `reminders_waiting` ON `reminders` (`kind`,`subject_id`,`confirmed_at`) WHERE confirmed_at is not null and queued_at is null;