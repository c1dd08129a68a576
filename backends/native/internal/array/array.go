// Package array holds the arrays of the native backend: buffers and strided views of
// them ([Buffer]), iteration over several of one shape ([Iterator]), copying, recycled
// memory, and the threads that share work ([Split]). It knows no operation.
package array
