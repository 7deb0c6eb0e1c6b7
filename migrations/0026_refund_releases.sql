CREATE TABLE `refund_releases` (
	`refund_id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`due_at` integer NOT NULL,
	`released_at` integer,
	FOREIGN KEY (`refund_id`) REFERENCES `refunds`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `refund_releases_waiting` ON `refund_releases` (`due_at`) WHERE released_at is null;--> statement-breakpoint
CREATE INDEX `refund_releases_by_event` ON `refund_releases` (`event_id`) WHERE released_at is null;