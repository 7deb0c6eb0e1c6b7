-- An import reads `meta.hide` as `hidden`, which is what lists and search ask; rows of earlier imports follow.
UPDATE products SET hidden = 1 WHERE hidden = 0 AND json_extract(meta, '$.hide') = 1;
