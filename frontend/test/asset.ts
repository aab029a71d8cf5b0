/** Replaces imported files (styles, pictures, fonts) in unit tests. */
export default '/assets/test-asset';
