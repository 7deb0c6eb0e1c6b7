DROP INDEX `orders_paid_with_contact_data`;--> statement-breakpoint
DROP INDEX `orders_with_invoice_data`;--> statement-breakpoint
CREATE INDEX `orders_paid_with_contact_data` ON `orders` (`status`,case when paid_at is null then placed_at else paid_at end) WHERE (paid_at is not null or status = 'refunded') and email <> '';--> statement-breakpoint
CREATE INDEX `orders_with_invoice_data` ON `orders` (case when paid_at is null then placed_at else paid_at end) WHERE (paid_at is not null or status = 'refunded') and billing_address ->> 'lastName' <> '';