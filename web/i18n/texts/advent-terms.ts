/**
 * The terms of the Advent sale's prize draw, in German only like all terms. § 5 DDG requires the organiser's address, and
 * Art. 13 GDPR requires the chapter about personal data.
 */
import type { Chapter } from '../../../schema/texts/text.ts'

export const ADVENT_TERMS: Chapter[] = [
  {
    id: 'veranstalter',
    title: '1. Wer verlost',
    blocks: [
      'Die Verlosung „Krasser Dezember“ veranstaltet die Stagedoor GmbH, Lampenweg 7, 20359 Hamburg („wir“). Sie steht in keiner Verbindung zu sozialen Netzwerken und wird von diesen weder gesponsert noch organisiert.',
    ],
  },
  {
    id: 'teilnahme',
    title: '2. Wer mitmachen kann',
    blocks: [
      'Teilnehmen können Menschen ab 18 Jahren mit Wohnsitz in Deutschland, Österreich oder der Schweiz. Ausgeschlossen sind Beschäftigte der Stagedoor GmbH, Mitglieder der beteiligten Bands und ihre Angehörigen.',
      'Mitmachen geht auf zwei Wegen, beide mit derselben Chance:',
      [
        'Du bestellst vom 1. bis zum 24. Dezember, 23:59 Uhr, mindestens einen Artikel aus dem „Krassen Dezember“ und bezahlst ihn bis zum 31. Dezember.',
        'Du schickst uns ohne Bestellung eine Postkarte mit deinem Namen, deiner Adresse und dem Stichwort „Krasser Dezember“. Es gilt der Poststempel bis einschließlich 24. Dezember.',
      ],
      'Jede Person nimmt einmal teil, egal wie oft sie bestellt oder schreibt. Widerrufst du eine Bestellung, bleibt deine Teilnahme bestehen.',
    ],
  },
  {
    id: 'gewinne',
    title: '3. Was es gibt',
    blocks: [
      'Hinter jeder der 24 Türen steht ein Preis: 23-mal ein Gutschein über 25 Euro und an Heiligabend zwei Tickets für ein Konzert deiner Wahl aus unserem Programm samt einem Abend am Bühnenrand.',
      'Gewinne werden nicht bar ausgezahlt und sind nicht übertragbar. Anreise und Übernachtung sind nicht enthalten.',
    ],
  },
  {
    id: 'ziehung',
    title: '4. Wie gezogen wird',
    blocks: [
      'Wir losen bis zum 10. Januar unter allen Teilnahmen aus und benachrichtigen per E-Mail oder Brief. Meldet sich jemand binnen 14 Tagen nicht zurück, ziehen wir für diesen Gewinn neu.',
      'Wer mit falschen Angaben oder automatisch erzeugten Einsendungen teilnimmt, wird ausgeschlossen.',
    ],
  },
  {
    id: 'daten',
    title: '5. Was mit deinen Daten geschieht',
    blocks: [
      'Wir verarbeiten Name, Adresse und E-Mail-Adresse nur, um die Verlosung durchzuführen (Art. 6 Abs. 1 lit. b DSGVO), und löschen sie, sobald die Gewinne zugestellt sind, spätestens am 31. März. Was wir für deine Bestellung aufbewahren müssen, bleibt davon unberührt. Namen veröffentlichen wir nicht.',
      'Du kannst Auskunft verlangen und jederzeit von der Teilnahme zurücktreten: verlosung@stagedoor.example. Mehr steht in unserer Datenschutzerklärung.',
    ],
  },
  {
    id: 'schluss',
    title: '6. Zum Schluss',
    blocks: [
      'Fällt ein Konzert aus, suchst du dir ein anderes aus. Müssen wir die Verlosung aus wichtigem Grund abbrechen, etwa weil sie gestört wird, sagen wir das hier.',
      'Es gilt deutsches Recht; zwingende Vorschriften deines Wohnsitzlandes bleiben unberührt. Der Rechtsweg ist ausgeschlossen, soweit es um die Ziehung selbst geht.',
    ],
  },
]
