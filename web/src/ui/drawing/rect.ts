export type Size = { readonly width: number; readonly height: number }
export type Rect = Size & { readonly x: number; readonly y: number }

/** Whether two rectangles have a part in common. */
export const overlaps = (one: Rect, other: Rect): boolean =>
  one.x < other.x + other.width &&
  one.x + one.width > other.x &&
  one.y < other.y + other.height &&
  one.y + one.height > other.y
