/** The shipping method of an order of which nothing is shipped (CHK-04). */
export const NO_SHIPPING = '-1'
