/** The chapters of the imprint below the address: tickets, product safety, accessibility, disputes. */
import type { Chapter, InBothLanguages } from '../../../schema/texts/text.ts'

export const IMPRINT: InBothLanguages<Chapter[]> = {
  de: [
    {
      id: 'tickets',
      title: 'Tickets: Wir vermitteln',
      blocks: [
        'Tickets verkaufen wir im Namen und auf Rechnung des Veranstalters, der auf der Seite der Show steht. Für die Durchführung der Veranstaltung und für Kontaktdaten, die dafür erhoben werden, ist er verantwortlich.',
      ],
    },
    {
      id: 'produktsicherheit',
      title: 'Produktsicherheit',
      blocks: [
        'Hersteller, Anschrift und Warnhinweise stehen bei jedem Artikel (Verordnung (EU) 2023/988). Ist dir an einem Artikel etwas unsicher vorgekommen, schreib an produktsicherheit@stagedoor.example: mit Artikel, Bestellnummer und, wenn es geht, einem Foto. Wir antworten am selben Werktag und nehmen den Artikel, wenn nötig, sofort aus dem Verkauf.',
      ],
    },
    {
      id: 'barrierefreiheit',
      title: 'Barrierefreiheit',
      blocks: [
        'Dieser Shop soll für alle benutzbar sein, wie es das Barrierefreiheitsstärkungsgesetz (BFSG) verlangt. Maßstab sind die EN 301 549 und die WCAG 2.2 auf Stufe AA: Alles geht mit der Tastatur, Screenreader bekommen Namen und Zustände vorgelesen, Kontraste reichen aus, und Bewegung hält still, wenn dein Gerät darum bittet. Plätze im Saalplan gibt es auch als Liste.',
        [
          'Bilder, die Bands uns geben, sind nicht immer so genau beschrieben, wie wir es möchten.',
          'Videos der Bands liegen bei YouTube und haben nicht immer Untertitel.',
        ],
        'Stößt du auf eine Hürde, schreib an barrierefrei@stagedoor.example oder ruf an. Wir helfen sofort bei der Bestellung und beheben die Ursache. Zuständig für die Aufsicht ist die Marktüberwachungsstelle der Länder für die Barrierefreiheit von Produkten und Dienstleistungen (MLBF), Magdeburg.',
      ],
    },
    {
      id: 'streitbeilegung',
      title: 'Streitbeilegung',
      blocks: [
        'Wir sind nicht verpflichtet und nicht bereit, an einem Verfahren vor einer Verbraucherschlichtungsstelle teilzunehmen (§ 36 VSBG). Sag uns einfach, was schiefgegangen ist.',
      ],
    },
  ],
  en: [
    {
      id: 'tickets',
      title: 'Tickets: we are the intermediary',
      blocks: [
        'We sell tickets in the name and on behalf of the promoter named on the show’s page. The promoter is responsible for the event and for contact data collected for it.',
      ],
    },
    {
      id: 'produktsicherheit',
      title: 'Product safety',
      blocks: [
        'Manufacturer, address and warnings are given with each item (Regulation (EU) 2023/988). If an item seems unsafe to you, write to produktsicherheit@stagedoor.example with the item, your order number and, if you can, a photo. We answer on the same working day and take the item off sale at once if necessary.',
      ],
    },
    {
      id: 'barrierefreiheit',
      title: 'Accessibility',
      blocks: [
        'This shop is meant to be usable by everybody, as the German Accessibility Strengthening Act (BFSG) requires. Our benchmark is EN 301 549 and WCAG 2.2 at level AA: everything works with the keyboard, screen readers announce names and states, contrast is sufficient, and nothing moves if your device asks for reduced motion. The seats on the map are also available as a list.',
        [
          'Pictures that bands give us are not always described as precisely as we would like.',
          'The bands’ videos are on YouTube and do not always have captions.',
        ],
        'If anything gets in your way, write to barrierefrei@stagedoor.example or call us. We’ll help with your order right away and fix the cause. The supervising body is the Marktüberwachungsstelle der Länder für die Barrierefreiheit von Produkten und Dienstleistungen (MLBF) in Magdeburg, Germany.',
      ],
    },
    {
      id: 'streitbeilegung',
      title: 'Disputes',
      blocks: [
        'We are neither obliged nor willing to take part in proceedings before a consumer arbitration board (§ 36 VSBG). Just tell us what went wrong.',
      ],
    },
  ],
}
