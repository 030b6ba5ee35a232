/** The button that submits the form of a drawer, whatever its act is called. */
export const submitButton = '.drawer-form-foot button[type="submit"]'
