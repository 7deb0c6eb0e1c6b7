DROP INDEX `tickets_with_contact_data`;--> statement-breakpoint
CREATE INDEX `tickets_with_contact_data` ON `tickets` (`event_id`) WHERE personal_identifier <> '{}';