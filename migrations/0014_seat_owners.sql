CREATE TABLE `section_blocks` (
	`event_id` text NOT NULL,
	`section_id` text NOT NULL,
	`block` integer NOT NULL,
	PRIMARY KEY(`event_id`, `section_id`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "section_blocks_block" CHECK("section_blocks"."block" between 0 and 63)
);
--> statement-breakpoint
CREATE TABLE `withdrawn_seats` (
	`event_id` text NOT NULL,
	`section_id` text NOT NULL,
	`seat_id` text NOT NULL,
	`capacity` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`event_id`, `section_id`, `seat_id`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `events` ADD `seat_plan_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `order_items` ADD `block` integer;--> statement-breakpoint
CREATE INDEX `order_items_by_seat` ON `order_items` (`event_id`,`seat_id`) WHERE seat_id is not null;
--> statement-breakpoint
-- The second line of defence for seats; the first is the object that owns them. A seat has one open order at most. It is a
-- trigger and no unique index, because whether an order is open stands in another table, and because orders that broke the
-- rule before this migration must not stop it.
CREATE TRIGGER order_items_seat_taken AFTER INSERT ON order_items WHEN new.seat_id IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'order_items_seat_taken')
  FROM order_items AS item JOIN orders AS placed ON placed.id = item.order_id
  WHERE item.event_id = new.event_id AND item.seat_id = new.seat_id AND item.id <> new.id
    AND item.invalidated_at IS NULL AND placed.status NOT IN ('cancelled', 'refunded');
END;
--> statement-breakpoint
-- An import and an order at the same moment: whichever is written second sees the first and fails.
CREATE TRIGGER order_items_seat_withdrawn AFTER INSERT ON order_items WHEN new.section_id IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'order_items_seat_withdrawn') FROM withdrawn_seats
  WHERE event_id = new.event_id AND section_id = new.section_id AND seat_id = ifnull(new.seat_id, '')
    AND (new.seat_id IS NOT NULL OR capacity < (
      SELECT total(item.amount) FROM order_items AS item JOIN orders AS placed ON placed.id = item.order_id
      WHERE item.event_id = new.event_id AND item.section_id = new.section_id AND item.seat_id IS NULL
        AND item.invalidated_at IS NULL AND placed.status NOT IN ('cancelled', 'refunded')
    ));
END;
--> statement-breakpoint
CREATE TRIGGER withdrawn_seats_sold AFTER INSERT ON withdrawn_seats BEGIN
  SELECT RAISE(ABORT, 'withdrawn_seats_sold: an order took what this import takes away; run the import again')
  FROM order_items AS item JOIN orders AS placed ON placed.id = item.order_id
  WHERE item.event_id = new.event_id AND item.section_id = new.section_id AND item.seat_id = new.seat_id
    AND item.invalidated_at IS NULL AND placed.status NOT IN ('cancelled', 'refunded');
  SELECT RAISE(ABORT, 'withdrawn_seats_sold: an order took what this import takes away; run the import again')
  WHERE new.seat_id = '' AND new.capacity < (
    SELECT total(item.amount) FROM order_items AS item JOIN orders AS placed ON placed.id = item.order_id
    WHERE item.event_id = new.event_id AND item.section_id = new.section_id AND item.seat_id IS NULL
      AND item.invalidated_at IS NULL AND placed.status NOT IN ('cancelled', 'refunded')
  );
END;
--> statement-breakpoint
-- A late payment takes a cancelled order up again; where its seats are sold or gone by now, the money goes back.
CREATE TRIGGER orders_revival_seats BEFORE UPDATE OF status ON orders
WHEN old.status IN ('cancelled', 'refunded') AND new.status NOT IN ('cancelled', 'refunded') BEGIN
  SELECT RAISE(ABORT, 'orders_revival_seats')
  FROM order_items AS own JOIN order_items AS item ON item.event_id = own.event_id AND item.seat_id = own.seat_id
  JOIN orders AS placed ON placed.id = item.order_id
  WHERE own.order_id = new.id AND own.invalidated_at IS NULL AND placed.id <> new.id
    AND item.invalidated_at IS NULL AND placed.status NOT IN ('cancelled', 'refunded');
  SELECT RAISE(ABORT, 'orders_revival_seats') FROM (
    SELECT event_id, section_id, ifnull(seat_id, '') AS seat_id, total(amount) AS amount FROM order_items
    WHERE order_id = new.id AND section_id IS NOT NULL AND invalidated_at IS NULL GROUP BY 1, 2, 3
  ) AS own JOIN withdrawn_seats AS gone
    ON gone.event_id = own.event_id AND gone.section_id = own.section_id AND gone.seat_id = own.seat_id
  WHERE gone.seat_id <> '' OR gone.capacity < own.amount + (
    SELECT total(item.amount) FROM order_items AS item JOIN orders AS placed ON placed.id = item.order_id
    WHERE item.event_id = own.event_id AND item.section_id = own.section_id AND item.seat_id IS NULL
      AND placed.id <> new.id AND item.invalidated_at IS NULL AND placed.status NOT IN ('cancelled', 'refunded')
  );
END;
