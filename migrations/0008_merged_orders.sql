-- MERGE-01: an add-on is an order that is sent in the parcel of a main order. These triggers keep that true, whichever
-- statement changes one of the two orders.

-- A main order may be packed, cancelled or filled up by another add-on while the worker decides about an add-on. The
-- trigger therefore checks the main order again when the add-on is written. HARD_TICKET_GRAMS in worker/db/sellable.ts is
-- the weight of an item without a product.
CREATE TRIGGER order_items_merge AFTER INSERT ON order_items WHEN new.event_id IS NULL BEGIN
  SELECT RAISE(ABORT, 'order_items_merge') FROM orders AS own JOIN orders AS main ON main.id = own.merged_into_id
  WHERE own.id = new.order_id AND (
    main.status NOT IN ('payment_pending', 'processing', 'pending_fulfillment')
    OR main.merged_into_id IS NOT NULL OR main.is_reserved = 1
    OR main.shop_id <> own.shop_id OR main.buyer_key <> own.buyer_key
    OR main.country_code <> own.country_code OR main.shipping_method <> own.shipping_method
    OR (SELECT max_weight_grams FROM carriers WHERE id = main.shipping_method) < (
      SELECT total(item.amount * ifnull(products.weight_grams, 20))
      FROM orders AS packed JOIN order_items AS item ON item.order_id = packed.id
      LEFT JOIN products ON products.id = item.product_id
      WHERE (packed.id = main.id OR packed.merged_into_id = main.id) AND packed.status NOT IN ('cancelled', 'refunded')
        AND item.physical = 1 AND item.invalidated_at IS NULL
    )
  );
END;
--> statement-breakpoint

-- The add-ons of a main order leave the warehouse and arrive with it. A binding add-on that is not in that parcel, because
-- it is not paid yet or because its main order has been cancelled, is sent in a parcel of its own. An add-on that is only
-- reserved stays as it is: it can no longer be ordered and expires.
CREATE TRIGGER orders_main_moved AFTER UPDATE OF status ON orders
WHEN new.status <> old.status AND new.status IN ('fulfillment', 'done', 'cancelled', 'refunded') BEGIN
  UPDATE orders SET status = new.status
  WHERE merged_into_id = new.id AND new.status IN ('fulfillment', 'done')
    AND (status = 'pending_fulfillment' OR (status = 'fulfillment' AND new.status = 'done'));
  UPDATE orders SET parted_from_id = merged_into_id, merged_into_id = NULL
  WHERE merged_into_id = new.id AND is_reserved = 0
    AND status IN ('payment_pending', 'processing', 'pending_fulfillment', 'problem');
END;
--> statement-breakpoint

-- A late payment may revive an add-on whose main order has been sent or cancelled in the meantime.
CREATE TRIGGER orders_add_on_revived AFTER UPDATE OF status ON orders
WHEN new.merged_into_id IS NOT NULL AND old.status = 'cancelled' AND new.status <> 'cancelled' BEGIN
  UPDATE orders SET parted_from_id = merged_into_id, merged_into_id = NULL
  WHERE id = new.id AND EXISTS (
    SELECT 1 FROM orders AS main WHERE main.id = new.merged_into_id
      AND main.status IN ('fulfillment', 'done', 'cancelled', 'refunded')
  );
END;
