CREATE TABLE `wallet_devices` (
	`pass_id` text NOT NULL,
	`device_id` text NOT NULL,
	`push_token` text NOT NULL,
	`registered_at` integer NOT NULL,
	PRIMARY KEY(`pass_id`, `device_id`),
	FOREIGN KEY (`pass_id`) REFERENCES `wallet_passes`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `wallet_devices_by_device` ON `wallet_devices` (`device_id`);--> statement-breakpoint
CREATE TABLE `wallet_passes` (
	`id` text PRIMARY KEY NOT NULL,
	`ticket_id` text NOT NULL,
	`order_id` text NOT NULL,
	`event_id` text NOT NULL,
	`code` text NOT NULL,
	`token` text NOT NULL,
	`created_at` integer NOT NULL,
	`google_at` integer,
	`changed_at` integer NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`sent_revision` integer DEFAULT 0 NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wallet_passes_of_ticket` ON `wallet_passes` (`ticket_id`,`code`);--> statement-breakpoint
CREATE INDEX `wallet_passes_by_order` ON `wallet_passes` (`order_id`);--> statement-breakpoint
CREATE INDEX `wallet_passes_by_event` ON `wallet_passes` (`event_id`);--> statement-breakpoint
CREATE INDEX `wallet_passes_stale` ON `wallet_passes` (`next_attempt_at`) WHERE revision > sent_revision;