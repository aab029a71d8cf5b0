/** Stands in for an imported file (style, picture, font) in unit tests, where only its address matters. */
export default '/assets/test-asset';
