CREATE TABLE `operator_actions` (
	`id` text PRIMARY KEY NOT NULL,
	`happened_at` integer NOT NULL,
	`actor` text NOT NULL,
	`path` text NOT NULL,
	`command` text NOT NULL,
	`status` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `operator_actions_by_time` ON `operator_actions` (`happened_at`);