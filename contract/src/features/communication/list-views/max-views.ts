/** Maximum number of views per user and list. */
export const maxViews = 20
