/** The usage text of `npm run orders`. */
export const USAGE = `usage: npm run orders -- COMMAND
  list                                      list the latest orders; "+" marks an add-on, which is sent with the order above it
  show REFERENCE                            show an order with its tickets, payments and refunds, and the add-ons of its parcel
  open                                      list refunds to make or retry, orders in the status "problem", disputes,
                                            add-ons to send in a parcel of their own, and withdrawals from contracts about goods
  mark-paid REFERENCE EUROS --booking ID    record a bank transfer; the same ID of the bank counts once
  bank FILE [--dry-run]                     record the transfers of a bank statement (CAMT.053, or CSV of a Sparkasse,
                                            the DKB or a Volksbank), and list those that need a decision
  complete REFERENCE                        complete an order in the status "problem" as if it were paid in full
  cancel REFERENCE                          cancel an order that is not paid in full, and refund what has been paid
  pack REFERENCE                            record that a paid order is being packed. Refused while a withdrawal of the order is
                                            open: record its goods with "goods-back", and complete it with "npm run support -- done",
                                            or add --despite-withdrawal
  ship REFERENCE [NUMBER] [--url URL]       record that the parcel has left, with the carrier's tracking number and page; the
                                            buyer gets a mail. Run it again to correct the number. Refused like "pack"
  delivered REFERENCE                       record that the parcel has arrived
  goods-back REFERENCE SLIP [ITEM[=AMOUNT]…]
                                            record that goods of a withdrawal are back, or have not been sent, and refund them. SLIP is the number on the
                                            return slip or the parcel; the same one counts once. ITEM is an id that "show" lists;
                                            without items, all goods of the order are back. Always name items that came by email,
                                            such as gift vouchers, which become void. Refund them without waiting for goods, with a
                                            SLIP of their own. Add --deduct EUROS for goods that the buyer has used more than needed
                                            to examine them (§ 357a BGB)
  return-tickets REFERENCE CODE… [--fee EUROS]
                                            take single tickets of a paid order back: they become void, their seats are free, their
                                            price is refunded, and the buyer gets a mail. CODE is the ticket's number. EUROS is what
                                            the organiser keeps of each ticket; by default, what the catalogue says. A card or
                                            PayPal is refunded at once, and "open" lists a refund to transfer
  rename-ticket REFERENCE CODE NAME [--email ADDRESS] [--reprint]
                                            give a ticket another name and a new code, also after the organiser's deadline. The
                                            former code is invalid at once. The buyer gets a mail, and the new holder one with the
                                            ticket, at ADDRESS or else the buyer's address. The last word of NAME is the last name;
                                            separate the parts by "+" if it has several words, and add "+STREET, CITY+PHONE" if the
                                            organiser asks for contact data. A ticket on paper needs --reprint: print one with the new
                                            code, which "show" lists, and send it
  ask REFERENCE | ask PAYMENT_ID            ask the provider again about an order's payments, refunds and disputes
  refund-done REFUND_ID BOOKING_ID          record that the money of a refund has been transferred. Add --disputed if it was
                                            transferred although the buyer's bank had a dispute about the payment
  refund-returned REFUND_ID BOOKING_ID      record that the bank sent the transfer of a refund back; the buyer gets a mail with a
                                            link to name another account, which "open" then shows. Without BOOKING_ID, the
                                            bank refused the account and booked nothing, or the provider could not make the
                                            refund. Do not ask if the card may have been stolen
  refund-retry REFUND_ID                    retry a failed refund at the provider
  release-refunds SLUG                      release the waiting refunds of an event with "needs_release": cards and PayPal are
                                            refunded at once, and "open" lists the others to transfer
  cancel-event SLUG [--dry-run]             refund every order of an event that is cancelled in the catalogue
  dead                                      list the dead letters of the outbox
  retry ID | drop ID                        retry a dead letter, or close it without doing its work
  retry all [KIND]                          retry all dead letters, or all of the kind KIND`
