/** So many views somebody keeps of one list at most. */
export const maxViews = 20
