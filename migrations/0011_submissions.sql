CREATE TABLE `submission_replies` (
	`id` text PRIMARY KEY NOT NULL,
	`submission_id` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`submission_id`) REFERENCES `submissions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `submission_replies_of` ON `submission_replies` (`submission_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`submission_id` text NOT NULL,
	`object_key` text NOT NULL,
	`content_type` text NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`created_at` integer NOT NULL,
	`claimed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `uploads_object` ON `uploads` (`object_key`);--> statement-breakpoint
CREATE INDEX `uploads_of` ON `uploads` (`submission_id`);--> statement-breakpoint
CREATE INDEX `uploads_unclaimed` ON `uploads` (`created_at`) WHERE claimed_at is null;--> statement-breakpoint
ALTER TABLE `submissions` ADD `name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `submissions` ADD `email` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `submissions` ADD `locale` text DEFAULT 'de' NOT NULL;--> statement-breakpoint
ALTER TABLE `submissions` ADD `fingerprint` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `submissions_by_email` ON `submissions` (`email`,`created_at`);