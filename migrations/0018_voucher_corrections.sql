DROP INDEX `invoices_of_order`;--> statement-breakpoint
ALTER TABLE `invoices` ADD `voucher_returned_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_of_voucher_return` ON `invoices` (`order_id`,`voucher_returned_at`) WHERE voucher_returned_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_of_order` ON `invoices` (`order_id`) WHERE refund_id is null and voucher_returned_at is null;