CREATE TABLE `incidents` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`details` text NOT NULL,
	`created_at` integer NOT NULL,
	`resolved_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `incidents_once` ON `incidents` (`kind`,`subject_id`);--> statement-breakpoint
CREATE INDEX `incidents_open` ON `incidents` (`resolved_at`,`created_at`);