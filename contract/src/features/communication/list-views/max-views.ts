/** Maximum number of views per user and list. */
export const maxViews = 20
/** Maximum number of views that remind a user of new rows. */
export const maxNotifying = 10
