import { useState } from 'react'

const [first, most] = [20, 100]

/**
 * How many rows of a list are shown.
 * @returns the number, and a function that shows more, undefined once all that are offered are
 */
export const useMore = () => {
  const [size, setSize] = useState<number>(first)
  return { size, more: size < most ? () => setSize(most) : undefined }
}
