/** Returns the path of an event's calendar file. It contains no personal data, so anyone may open it. */
export function eventCalendarPath(shopSlug: string, eventSlug: string): string {
  return `/api/v2/shops/${encodeURIComponent(shopSlug)}/events/${encodeURIComponent(eventSlug)}/calendar.ics`
}
