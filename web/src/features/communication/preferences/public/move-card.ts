import type { CardKey, CardLayout } from '@atrium/contract/features/communication/preferences/cards.ts'

/** Moves a card of a list to another place in it. */
export const moveCard = (cards: readonly CardKey[], key: CardKey, to: number): CardKey[] =>
  cards.filter((each) => each !== key).toSpliced(to, 0, key)

/** The layout of cards in an order. Those of `all` that are not in it keep their places behind. */
export const toLayout = (
  all: readonly CardKey[],
  order: readonly CardKey[],
  hidden: ReadonlySet<CardKey>,
): CardLayout => ({ order: [...order, ...all.filter((key) => !order.includes(key))], hidden: [...hidden] })

/** The hidden cards once one of them is shown, or another hidden. */
export const toggleHidden = (hidden: ReadonlySet<CardKey>, key: CardKey): ReadonlySet<CardKey> =>
  hidden.has(key) ? new Set([...hidden].filter((each) => each !== key)) : new Set([...hidden, key])
