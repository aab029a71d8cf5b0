/** The event on the document when React has taken the page over, and answers what is tapped. */
export const AWAKE = 'pyramidion:awake';
