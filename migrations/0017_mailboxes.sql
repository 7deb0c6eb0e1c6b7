DROP INDEX `submissions_by_email`;--> statement-breakpoint
ALTER TABLE `submissions` ADD `mailbox_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `submissions_by_mailbox` ON `submissions` (`mailbox_key`,`created_at`);