/** The id of the shipping method of an order that needs no shipping (CHK-04). */
export const NO_SHIPPING = '-1'
