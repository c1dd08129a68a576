import tensorflow as tf

rank_1_tensor = tf.constant([0, 1, 1, 2, 3, 5, 8, 13, 21, 34])
print("Everything:", rank_1_tensor[:])
print("Before 4:", rank_1_tensor[:4])
print("From 4 to the end:", rank_1_tensor[4:])
print("Every other item:", rank_1_tensor[::2])
print("Reversed:", rank_1_tensor[::-1])
m = tf.constant([[1, 2], [3, 4], [5, 6]], dtype=tf.float16)
print("Second row:", m[1, :])
print("Last row, first column:", m[-1, 0])
print(tf.gather(rank_1_tensor, [0, 3, 5]), tf.boolean_mask(rank_1_tensor, rank_1_tensor > 5))
